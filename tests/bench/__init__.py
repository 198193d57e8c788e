"""What `make bench` measures: speeds against peers in the same run, and what is found on two question sets."""
