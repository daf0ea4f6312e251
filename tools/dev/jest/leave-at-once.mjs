/**
 * A reporter of jest that reports nothing. Once the tests are over and nothing is open any more, it lets the process leave by
 * `process.exit`: where a script ends without it, Node first closes what native code still holds, and was seen to spin
 * there for minutes (24.21: uv_run under Environment::CleanupHandles), until it was ended by hand.
 * Something that a test left open keeps the process as ever: this event comes only when there is no such thing.
 */
export default class LeaveAtOnce {
  constructor() {
    process.once('beforeExit', () => process.exit());
  }
}
