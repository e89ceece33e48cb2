"""What a call may do: levels, decisions, approvals, the sandbox of paths, the audit log."""
