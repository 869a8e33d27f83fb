"""One file per format, and one picture behind all that show a board.

View (+ risk, certain cells, marks) → picture → svg     text, crisp at every size
                                              → pixels  numpy array → png  bytes

glyphs   the shapes of digits, flags and mines
palette  the colours
"""
