@@ Rafael | Push: not before somebody else has read it
=== src/main/java/fit/messages/Release.java
package fit.messages;

/** Whether a message may go out. */
public final class Release {
    private Release() {}

    /** Two different people: one who wrote it and one who read it; and only where push is on. */
    public static boolean allowed(boolean pushEnabled, String writer, String reader) {
        return pushEnabled && writer != null && reader != null && !writer.equals(reader);
    }
}
=== docs/push.md
# Messages to phones

1. Write the message in the office's page; it is kept with `sent = false`.
2. Somebody else reads it and releases it.
3. The job sends it, in portions; see `push.most_per_minute`.

There is no way to take a message back. In development and staging `push.enabled` is false.
@@ call resource | rooms room name:text! town:text! places:number! open:flag!
@@ Thea | Rooms
@@ release minor | Payments; Messages; Rooms
