"""Who is calling: a person, an agent, a CI system or a Python program."""
