"""
Logs and exports as earlier versions wrote them, kept to be opened by every later one.

`python -m tests.samples` writes those of this version, where they do not exist yet; one that is
there is never written anew, since it stands for what people have on their disks.
"""
