import type { ChatMessage } from '#shared/schemas/socket-events.ts';

/** A message of one's own as it is sent. */
export interface UnsentMessage {
  /** Made here, and the same at every try, so that what arrived twice is said once. */
  id: string;
  text: string;
}

/** A message of one's own that the server has not confirmed. */
export interface Outgoing extends UnsentMessage {
  /** Why it was not sent, in words; null while it is on its way or waits for those before it. */
  error: string | null;
  /** It is kept, but what was said before it is not known here yet. */
  sent: boolean;
}

/**
 * What is known of a conversation. Numbers have no gap within a conversation, so what is shown is the
 * messages from the first that was asked for up to the first that is not known; what came beyond a gap
 * waits until the gap is filled.
 */
export interface Timeline {
  /** Shown, in order, without a gap. */
  readonly messages: readonly ChatMessage[];
  /** Beyond a gap, in order. */
  readonly ahead: readonly ChatMessage[];
  /** The number before the first shown, also while there is none. */
  readonly before: number;
  /** The highest number that is known to exist. */
  readonly known: number;
  /** In the order in which they were written. */
  readonly outgoing: readonly Outgoing[];
}

/** Begins with the last messages; `lastNumber` is the conversation's, 0 before the first. */
export function beginTimeline(messages: readonly ChatMessage[], lastNumber: number): Timeline {
  const before = (messages[0]?.number ?? lastNumber + 1) - 1;
  const empty = { messages: [], ahead: [], before, known: lastNumber, outgoing: [] };
  return hear(empty, messages);
}

/** The number of the last that is shown. */
export function lastShown({ messages, before }: Timeline): number {
  return messages.at(-1)?.number ?? before;
}

/** Whether something between what is shown and what is known is missing. */
export function hasGap(timeline: Timeline): boolean {
  return timeline.known > lastShown(timeline);
}

/** Takes in what arrived, in whatever order and however often; `lastNumber` when the server told it. */
export function hear(timeline: Timeline, heard: readonly ChatMessage[], lastNumber = 0): Timeline {
  const shownTo = lastShown(timeline);
  const found = new Map(timeline.ahead.map((message) => [message.number, message]));
  let known = Math.max(timeline.known, lastNumber);
  for (const message of heard) {
    known = Math.max(known, message.number);
    if (message.number > shownTo) found.set(message.number, message);
  }
  const messages = [...timeline.messages];
  for (let next = shownTo + 1; found.has(next); next += 1) {
    const message = found.get(next);
    if (message) messages.push(message);
    found.delete(next);
  }
  const shownNow = messages.at(-1)?.number ?? timeline.before;
  const arrived = heard.filter(({ number }) => number <= shownNow);
  const shown = new Set(
    [...arrived, ...messages.slice(timeline.messages.length)].map(({ id }) => id),
  );
  const ahead = [...found.values()].sort((a, b) => a.number - b.number);
  const sent = new Set(ahead.map(({ id }) => id));
  const outgoing = timeline.outgoing
    .filter(({ id }) => !shown.has(id))
    .map((one) => (sent.has(one.id) ? { ...one, sent: true, error: null } : one));
  return { ...timeline, messages, ahead, known, outgoing };
}

/** Puts older messages before what is shown; what does not end right before it is left out. */
export function recall(timeline: Timeline, older: readonly ChatMessage[]): Timeline {
  const fitting = older
    .filter(({ number }) => number <= timeline.before)
    .toSorted((a, b) => b.number - a.number);
  const messages = [...timeline.messages];
  let { before } = timeline;
  for (const message of fitting) {
    if (message.number !== before) continue;
    messages.unshift(message);
    before -= 1;
  }
  return { ...timeline, messages, before };
}

/** Notes what an earlier load of the page could not send, before what was written since. */
export function restore(timeline: Timeline, unsent: readonly UnsentMessage[]): Timeline {
  const known = new Set([...timeline.messages, ...timeline.outgoing].map(({ id }) => id));
  const restored = unsent
    .filter(({ id }) => !known.has(id))
    .map(({ id, text }) => ({ id, text, error: null, sent: false }));
  return { ...timeline, outgoing: [...restored, ...timeline.outgoing] };
}

/** Notes a message that is to be sent. */
export function write(timeline: Timeline, { id, text }: UnsentMessage): Timeline {
  return { ...timeline, outgoing: [...timeline.outgoing, { id, text, error: null, sent: false }] };
}

/** Notes that a message could not be sent; those behind it wait, so that their order stays. */
export function fail(timeline: Timeline, id: string, error: string): Timeline {
  const from = timeline.outgoing.findIndex((one) => one.id === id);
  if (from < 0) return timeline;
  return {
    ...timeline,
    outgoing: timeline.outgoing.map((one, index) =>
      index < from || one.sent ? one : { ...one, error },
    ),
  };
}

/** Has everything that could not be sent tried again, in its order. */
export function retry(timeline: Timeline): Timeline {
  return { ...timeline, outgoing: timeline.outgoing.map((one) => ({ ...one, error: null })) };
}

/** Gives up a message that could not be sent. */
export function discard(timeline: Timeline, id: string): Timeline {
  return { ...timeline, outgoing: timeline.outgoing.filter((one) => one.id !== id) };
}

/** The message that is to be sent now; null when there is none or one before it could not be sent. */
export function nextToSend({ outgoing }: Timeline): Outgoing | null {
  const first = outgoing.find(({ sent }) => !sent);
  return first && first.error === null ? first : null;
}
