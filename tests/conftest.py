"""What all tests share: how much hypothesis may try, and that Ctrl-C is heard."""

import signal

from hypothesis import settings

# Derandomized: a failure today is a failure tomorrow. No deadline: the first call may compile a kernel.
settings.register_profile("sapper", deadline=None, derandomize=True, max_examples=100)
settings.load_profile("sapper")

# In the background of a shell Ctrl-C is ignored, and so it is by all that is started from there.
signal.signal(signal.SIGINT, signal.default_int_handler)
