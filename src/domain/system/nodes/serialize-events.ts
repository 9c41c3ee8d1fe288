import { z } from 'zod';
import { notificationKinds } from '#shared/constants/notifications/notification-kinds.ts';
import type { DomainEvent, ReceivedEvent } from '../../events.ts';

/** The most ids in one event. A longer list becomes several events. */
const idsMax = 100;

const id = z.string().max(100);
const ids = z.array(id).max(idsMax);

const event = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('notified'),
    userId: id,
    kinds: z.array(z.enum(notificationKinds)),
    balanceChanged: z.boolean(),
  }),
  z.object({ type: z.literal('friends-changed'), userIds: ids }),
  z.object({ type: z.literal('trades-changed'), userIds: ids }),
  z.object({ type: z.literal('status-changed'), userId: id, online: z.boolean() }),
  z.object({ type: z.literal('unread-changed'), userId: id }),
  z.object({ type: z.literal('privacy-changed'), userId: id }),
  z.object({
    type: z.literal('messages-stored'),
    messages: z.array(z.object({ conversationId: id, number: z.int(), lowId: id, highId: id })),
  }),
  z.object({ type: z.literal('sessions-ended'), sessionIds: ids }),
  z.object({ type: z.literal('account-ended'), userId: id, except: id.nullable() }),
  z.object({ type: z.literal('content-removed') }),
  z.object({ type: z.literal('site-changed') }),
  z.object({ type: z.literal('read-outdated'), read: id }),
  z.object({ type: z.literal('typing'), conversationId: id, userIds: ids, sender: id }),
]) satisfies z.ZodType<ReceivedEvent>;

type SentEvent = z.input<typeof event>;

const envelope = z.object({ node: z.string(), events: z.array(z.unknown()) });

/** The events as other nodes receive them, as JSON: ids instead of contents, and no list that is too long. */
export function serializeEvent(published: DomainEvent): string[] {
  return splitEvent(published).map((part) => JSON.stringify(part));
}

function splitEvent(published: DomainEvent): SentEvent[] {
  switch (published.type) {
    case 'messages-sent':
      return published.messages.map(({ conversationId, number, lowId, highId }) => ({
        type: 'messages-stored',
        messages: [{ conversationId, number, lowId, highId }],
      }));
    case 'friends-changed':
    case 'trades-changed':
      return chunk(published.userIds).map((userIds) => ({ ...published, userIds }));
    case 'sessions-ended':
      return chunk(published.sessionIds).map((sessionIds) => ({ ...published, sessionIds }));
    case 'notified':
      return [{ ...published, kinds: [...new Set(published.kinds)] }];
    default:
      return [published];
  }
}

function chunk(all: readonly string[]): string[][] {
  const count = Math.ceil(all.length / idsMax);
  return Array.from({ length: count }, (_, index) =>
    all.slice(index * idsMax, (index + 1) * idsMax),
  );
}

/** Puts serialized events of a node into texts of at most `maxBytes` bytes, in order. */
export function packEvents(node: string, serialized: Iterable<string>, maxBytes: number): string[] {
  const texts: string[] = [];
  let batch: string[] = [];
  const emptyBytes = Buffer.byteLength(wrap(node, []));
  let bytes = emptyBytes;
  for (const one of serialized) {
    const size = Buffer.byteLength(one) + 1;
    if (batch.length > 0 && bytes + size > maxBytes) {
      texts.push(wrap(node, batch));
      batch = [];
      bytes = emptyBytes;
    }
    batch.push(one);
    bytes += size;
  }
  if (batch.length > 0) texts.push(wrap(node, batch));
  return texts;
}

function wrap(node: string, serialized: readonly string[]): string {
  return `${getStart(node)}${serialized.join(',')}]}`;
}

/** How the texts of a node start. */
function getStart(node: string): string {
  return `{"node":${JSON.stringify(node)},"events":[`;
}

/**
 * Reads a text of another node. Null for a text of `ownNode`. Events of unknown types are left out: during an
 * update, nodes of two versions run.
 * @throws Error if the text is not one of `packEvents`.
 */
export function readEvents(text: string, ownNode: string): ReceivedEvent[] | null {
  if (text.startsWith(getStart(ownNode))) return null;
  const { events } = envelope.parse(JSON.parse(text));
  return events.flatMap((value) => {
    const parsed = event.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
}
