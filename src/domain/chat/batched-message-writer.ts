import { isCausedByContent, isDatabaseUnavailable } from '#database/postgres-errors.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createMutedError } from '../accounts/require-write-permission.ts';
import type { BaseCtx } from '../base-context.ts';
import type { SentMessage } from '../events.ts';
import { insertMessages, type NewMessage, type WriteResult } from './insert-messages.ts';

export interface MessageWriter {
  /**
   * Writes a message in one statement with the other waiting messages. Resolves when it is
   * committed; `repeated` says that it was stored before. The event is published after the commit.
   * @throws AppError `not-friends` when the sender may not write there, `messages-refused`, `account-suspended` when
   * one of the two is suspended, `key-reused` when the message id is used for another text,
   * `message-failed` when the database is unavailable: then the message may be stored or not, and
   * sending it again is safe.
   */
  write(message: NewMessage & { sender: string }): Promise<{
    message: SentMessage;
    repeated: boolean;
  }>;
}

type Answer = Awaited<ReturnType<MessageWriter['write']>>;

interface Waiting {
  message: NewMessage & { sender: string };
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** The number of messages that one statement writes at most. */
const batchMax = 500;

/**
 * Collects all messages that arrive on this node while a write runs; they are the next batch. So
 * one commit serves many messages under load, and a message on an idle node does not wait.
 */
export function createMessageWriter(ctx: Pick<BaseCtx, 'db' | 'clock' | 'events' | 'log'>) {
  let waiting: Waiting[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const { batch, remaining } = nextBatch(waiting);
      waiting = remaining;
      await writeBatch(ctx, batch);
    }
    writing = false;
  }

  const writer: MessageWriter = {
    write(message) {
      return new Promise((resolve, reject) => {
        waiting.push({ message, resolve, reject });
        if (!writing) void writeAll();
      });
    },
  };
  return writer;
}

/**
 * Takes messages in order of arrival. A message with an id that is in the batch already waits for
 * the next one.
 */
function nextBatch(waiting: readonly Waiting[]): { batch: Waiting[]; remaining: Waiting[] } {
  const ids = new Set<string>();
  const batch: Waiting[] = [];
  const remaining: Waiting[] = [];
  for (const entry of waiting) {
    const { conversationId, senderId, id } = entry.message;
    const key = `${conversationId} ${senderId} ${id}`;
    if (batch.length >= batchMax || ids.has(key)) remaining.push(entry);
    else batch.push(entry);
    ids.add(key);
  }
  return { batch, remaining };
}

type WriterCtx = Pick<BaseCtx, 'db' | 'clock' | 'events' | 'log'>;

/** Never throws: each message of the batch is resolved or rejected. */
async function writeBatch(
  ctx: WriterCtx,
  batch: readonly Waiting[],
  mayRetry = true,
): Promise<void> {
  try {
    const messages = batch.map(({ message }) => message);
    settle(ctx, batch, await insertMessages(ctx.db, messages, ctx.clock.now()));
  } catch (error) {
    if (mayRetry && isCausedByContent(error)) {
      // One bad message must not fail the others. A message that another node stored meanwhile is
      // found now.
      for (const entry of batch) await writeBatch(ctx, [entry], batch.length > 1);
      return;
    }
    // Any other error is a bug, also a text that Postgres rejects: it should have been rejected before.
    let reason = error;
    if (isDatabaseUnavailable(error)) {
      ctx.log.warn({ err: error, messages: batch.length }, 'messages could not be written');
      reason = new AppError('message-failed');
    }
    for (const { reject } of batch) reject(reason);
  }
}

/** Why a message was not written. */
export function toWriteError({ mutedUntil, refused }: WriteResult): AppError {
  if (mutedUntil) return createMutedError(mutedUntil);
  return new AppError(refused ? 'messages-refused' : 'account-suspended');
}

function settle(
  { events }: WriterCtx,
  batch: readonly Waiting[],
  rows: readonly WriteResult[],
): void {
  const written = new Map(rows.map((row) => [row.place, row]));
  const sent: SentMessage[] = [];
  for (const [index, { message, resolve, reject }] of batch.entries()) {
    const row = written.get(index + 1);
    if (!row) {
      reject(new AppError('not-friends'));
    } else if (row.number === null) {
      reject(toWriteError(row));
    } else if (row.earlierText !== null && row.earlierText !== message.text) {
      reject(new AppError('key-reused'));
    } else {
      const { earlierText, number, lowId, highId, sentAt } = row;
      const stored = { lowId, highId, sentAt };
      const sentMessage = { ...message, ...stored, number };
      if (earlierText === null) sent.push(sentMessage);
      resolve({ message: sentMessage, repeated: earlierText !== null });
    }
  }
  if (sent.length > 0) events.publish({ type: 'messages-sent', messages: sent });
}
