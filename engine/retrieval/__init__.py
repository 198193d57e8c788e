"""Chunks and a question -> ranked hits."""
