"""What a view says: constraints on sets of cells, and the belief that inference makes of them."""
