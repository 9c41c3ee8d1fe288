/** Texts that wait for the connection between the nodes, with a limit on their bytes. */
export function createEventBacklog(maxBytes: number) {
  let texts: string[] = [];
  let bytes = 0;
  let hasDropped = false;
  return {
    add(added: readonly string[]): void {
      for (const text of added) bytes += Buffer.byteLength(text);
      texts.push(...added);
      if (bytes <= maxBytes) return;
      texts = [];
      bytes = 0;
      hasDropped = true;
    },
    /** Whether texts were dropped. The call resets it. */
    takeDropped(): boolean {
      const dropped = hasDropped;
      hasDropped = false;
      return dropped;
    },
    markDropped(): void {
      hasDropped = true;
    },
    isEmpty: () => texts.length === 0 && !hasDropped,
    /** The first texts, which stay until `remove`. */
    peek: (max: number): string[] => texts.slice(0, max),
    remove(sent: readonly string[]): void {
      // Texts that were dropped while they were sent are not there any more.
      if (texts[0] !== sent[0]) return;
      for (const text of sent) bytes -= Buffer.byteLength(text);
      texts.splice(0, sent.length);
    },
  };
}

/** The text that says to all nodes that texts of one node were dropped. */
export const gapText = 'gap';
