"""How well errors repair themselves: mistakes, a runner that applies what errors suggest, the peers."""
