"""How well errors repair themselves: mistakes, a runner that applies what the errors suggest, and the peers."""
