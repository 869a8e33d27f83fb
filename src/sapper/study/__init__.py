"""What can be learned from one game: its review, its chains of influence, the difficulty of its board."""
