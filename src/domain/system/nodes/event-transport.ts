/** Carries texts between nodes. */
export interface EventTransport {
  /** Starts to receive. It connects again by itself when the connection breaks. */
  start(receiver: TextReceiver): Promise<void>;
  /**
   * Sends texts to all nodes, in this order. They wait while the connection is broken. Never throws. If too
   * many wait, they are dropped, and the other nodes receive a gap later.
   */
  send(texts: readonly string[]): void;
  /** Sends what waits, if the connection works, then closes it. */
  stop(): Promise<void>;
}

export interface TextReceiver {
  /** Receives a text of any node, this one included. */
  onText(text: string): void;
  /** Texts may be lost. */
  onGap(): void;
}
