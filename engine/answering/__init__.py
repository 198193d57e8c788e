"""Hits become an answer or a refusal: the gate first, then numbered sources, then sentences or a model's words."""
