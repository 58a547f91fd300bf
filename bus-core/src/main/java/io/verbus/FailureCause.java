package io.verbus;

/** What a program can do about a {@link BusException}. */
public enum FailureCause {
    /** It may succeed in a moment: too many files are open, all slots are in use, or a file has just been removed. */
    TEMPORARY("a resource is in use, or has just changed"),
    /** The file system, or the memory cgroup of the process, has no room for a file of the bus. */
    NO_ROOM("there is no room for a file"),
    /** Any other cause, which the message names: a wrong setting, a missing permission, another release, damage. */
    PERMANENT("it fails again until its cause is removed");

    private final String description;

    FailureCause(final String description) {
        this.description = description;
    }

    /** {@return the cause in words, for operators} */
    public String description() {
        return description;
    }
}
