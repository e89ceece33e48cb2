"""An app in the configuration of the agents that are to use it, in each agent's own file and format."""
