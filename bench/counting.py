"""Native runs that leave counts: a build with --coverage writes them into its own folder, and the sandbox of a native run would throw
them away with everything else."""
import os


def confined(command, *writable):
    """The command with the host's files read-only, but for some folders, without network, and with a /tmp of its own. For bonsai replay
    with --unsafe-native, which then starts the programs in there."""
    binds = [word for place in writable for word in ("--bind", os.path.realpath(place), os.path.realpath(place))]
    return ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", *binds, "--unshare-all", "--die-with-parent",
            "--uid", "1000", "--gid", "1000", "--cap-drop", "ALL", *command, "--unsafe-native"]
