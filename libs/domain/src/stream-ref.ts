/** Names a stream and its owner. The id holds no e-mail or name: it can not be erased. */
export interface StreamRef {
  /** 'call' */
  readonly type: string;
  /** 'call-call_01…' */
  readonly id: string;
  readonly workspaceId: string;
}
