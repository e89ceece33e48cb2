INSERT INTO tasks (title, done) VALUES
    ('Trim the wick', '2026-03-01'),
    ('Fill the lamp', '2026-03-14'),
    ('Paint the door', NULL);
