"""Small stores for what must outlive a call: one interface, in a file or on a server, chosen by URL."""
