"""What is kept, and how: one database, one folder of original bytes."""
