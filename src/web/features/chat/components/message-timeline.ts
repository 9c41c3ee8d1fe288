import type { ChatMessage } from '#shared/schemas/socket-events.ts';

/** A message of the reader that is sent to the server. */
export interface UnsentMessage {
  /** The browser generates it. Every attempt uses the same id, so that the server stores the message once. */
  id: string;
  text: string;
}

/** A message of the reader that is not shown as a normal message yet. */
export interface OutgoingMessage extends UnsentMessage {
  /** The error text; null while it is being sent or waits for the messages before it. */
  error: string | null;
  /** Whether the server has stored it, while messages before it are still missing here. */
  isStored: boolean;
}

/**
 * The messages of a conversation in the browser. The numbers of a conversation have no gaps. So the messages
 * up to the first missing number are shown, and later ones wait until the gap is filled.
 */
export interface Timeline {
  /** The shown messages, in order and without a gap. */
  readonly messages: readonly ChatMessage[];
  /** Messages after a gap, in order. */
  readonly afterGap: readonly ChatMessage[];
  /** The number before the first shown message, also while no message is shown. */
  readonly before: number;
  /** The highest number that is known to exist. */
  readonly lastKnown: number;
  /** In the order in which they were written. */
  readonly outgoing: readonly OutgoingMessage[];
}

/** Creates a timeline of the last messages. `lastNumber` is the highest number, 0 without messages. */
export function createTimeline(messages: readonly ChatMessage[], lastNumber: number): Timeline {
  const before = (messages[0]?.number ?? lastNumber + 1) - 1;
  const empty = { messages: [], afterGap: [], before, lastKnown: lastNumber, outgoing: [] };
  return addReceived(empty, messages);
}

/** Returns the number of the last shown message. */
export function lastShown({ messages, before }: Timeline): number {
  return messages.at(-1)?.number ?? before;
}

/** Whether messages after the shown ones are missing. */
export function hasGap(timeline: Timeline): boolean {
  return timeline.lastKnown > lastShown(timeline);
}

/** Adds received messages in any order; repeated ones are ignored. `lastNumber` is the server's, if known. */
export function addReceived(
  timeline: Timeline,
  received: readonly ChatMessage[],
  lastNumber = 0,
): Timeline {
  const shownTo = lastShown(timeline);
  const pending = new Map(timeline.afterGap.map((message) => [message.number, message]));
  let lastKnown = Math.max(timeline.lastKnown, lastNumber);
  for (const message of received) {
    lastKnown = Math.max(lastKnown, message.number);
    if (message.number > shownTo) pending.set(message.number, message);
  }
  const messages = [...timeline.messages];
  for (let next = shownTo + 1; pending.has(next); next += 1) {
    const message = pending.get(next);
    if (message) messages.push(message);
    pending.delete(next);
  }
  const newLastShown = messages.at(-1)?.number ?? timeline.before;
  const arrived = received.filter(({ number }) => number <= newLastShown);
  const shown = new Set(
    [...arrived, ...messages.slice(timeline.messages.length)].map(({ id }) => id),
  );
  const afterGap = [...pending.values()].sort((a, b) => a.number - b.number);
  const storedIds = new Set(afterGap.map(({ id }) => id));
  const outgoing = timeline.outgoing
    .filter(({ id }) => !shown.has(id))
    .map((message) =>
      storedIds.has(message.id) ? { ...message, isStored: true, error: null } : message,
    );
  return { ...timeline, messages, afterGap, lastKnown, outgoing };
}

/** Puts older messages before the shown ones. Messages that do not join them without a gap are left out. */
export function addOlder(timeline: Timeline, older: readonly ChatMessage[]): Timeline {
  const olderFirst = older
    .filter(({ number }) => number <= timeline.before)
    .toSorted((a, b) => b.number - a.number);
  const messages = [...timeline.messages];
  let { before } = timeline;
  for (const message of olderFirst) {
    if (message.number !== before) continue;
    messages.unshift(message);
    before -= 1;
  }
  return { ...timeline, messages, before };
}

/** Adds messages that an earlier load of the page could not send, before those written since. */
export function restoreUnsent(timeline: Timeline, unsent: readonly UnsentMessage[]): Timeline {
  const knownIds = new Set([...timeline.messages, ...timeline.outgoing].map(({ id }) => id));
  const restored = unsent
    .filter(({ id }) => !knownIds.has(id))
    .map(({ id, text }) => ({ id, text, error: null, isStored: false }));
  return { ...timeline, outgoing: [...restored, ...timeline.outgoing] };
}

/** Adds a message that is to be sent. */
export function addOutgoing(timeline: Timeline, { id, text }: UnsentMessage): Timeline {
  return {
    ...timeline,
    outgoing: [...timeline.outgoing, { id, text, error: null, isStored: false }],
  };
}

/** Marks a message and those after it as failed, so that their order stays the same at a retry. */
export function markFailed(timeline: Timeline, id: string, error: string): Timeline {
  const from = timeline.outgoing.findIndex((message) => message.id === id);
  if (from < 0) return timeline;
  return {
    ...timeline,
    outgoing: timeline.outgoing.map((message, index) =>
      index < from || message.isStored ? message : { ...message, error },
    ),
  };
}

/** Makes all failed messages ready to be sent again, in their order. */
export function retryFailed(timeline: Timeline): Timeline {
  return {
    ...timeline,
    outgoing: timeline.outgoing.map((message) => ({ ...message, error: null })),
  };
}

/** Removes a message that could not be sent. */
export function discardOutgoing(timeline: Timeline, id: string): Timeline {
  return { ...timeline, outgoing: timeline.outgoing.filter((message) => message.id !== id) };
}

/** Returns the message that is to be sent now; null when no message waits or an earlier one has failed. */
export function findNextToSend({ outgoing }: Timeline): OutgoingMessage | null {
  const first = outgoing.find(({ isStored }) => !isStored);
  return first && first.error === null ? first : null;
}
