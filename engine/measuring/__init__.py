"""Questions and hits -> figures: question sets, trials, the sweep, intervals, and the cut that was chosen from them."""
