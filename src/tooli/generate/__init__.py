"""What is written for others to read: documents, exports, the files of agents."""
