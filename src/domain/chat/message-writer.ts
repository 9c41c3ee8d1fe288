import { isOfContent } from '#database/postgres-errors.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { BaseCtx } from '../base-context.ts';
import type { SentMessage } from '../events.ts';
import { type NewMessage, type Written, writeMessages } from './write-messages.ts';

export interface MessageWriter {
  /**
   * Writes a message with all others that wait, and answers once it is kept; `repeated` says that it was
   * before. Whoever looks is told after the commit.
   * @throws Refusal `not-friends` where its sender may not speak, `account-suspended` where one of the
   * two is, `key-reused` when its id stands for
   * another text, `message-failed` when the database did not answer: whether it was kept is then known
   * by sending it again.
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

/** What one statement writes at most. */
const batchMax = 500;

/**
 * The messages of all conversations that come to this node while a write is under way are the next
 * write: under load a commit serves many, and without it nobody waits.
 */
export function createMessageWriter(ctx: Pick<BaseCtx, 'db' | 'clock' | 'events' | 'log'>) {
  let waiting: Waiting[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const { batch, left } = nextBatch(waiting);
      waiting = left;
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

/** In the order of arrival; what repeats a message of the same batch is for the one after it. */
function nextBatch(waiting: readonly Waiting[]): { batch: Waiting[]; left: Waiting[] } {
  const ids = new Set<string>();
  const batch: Waiting[] = [];
  const left: Waiting[] = [];
  for (const one of waiting) {
    const { conversationId, senderId, id } = one.message;
    const key = `${conversationId} ${senderId} ${id}`;
    if (batch.length >= batchMax || ids.has(key)) left.push(one);
    else batch.push(one);
    ids.add(key);
  }
  return { batch, left };
}

type Parts = Pick<BaseCtx, 'db' | 'clock' | 'events' | 'log'>;

/** Never fails: each of the batch is told for itself. */
async function writeBatch(ctx: Parts, batch: readonly Waiting[], again = true): Promise<void> {
  try {
    const messages = batch.map(({ message }) => message);
    answer(ctx, batch, await writeMessages(ctx.db, messages, ctx.clock.now()));
  } catch (error) {
    if (again && isOfContent(error)) {
      // One of them must not fail the others, and one that another node kept meanwhile is found now.
      for (const one of batch) await writeBatch(ctx, [one], batch.length > 1);
      return;
    }
    ctx.log.warn({ err: error, messages: batch.length }, 'messages could not be written');
    for (const { reject } of batch) reject(new AppError('message-failed'));
  }
}

function answer({ events }: Parts, batch: readonly Waiting[], rows: readonly Written[]): void {
  const written = new Map(rows.map((row) => [row.place, row]));
  const sent: SentMessage[] = [];
  for (const [index, { message, resolve, reject }] of batch.entries()) {
    const row = written.get(index + 1);
    if (!row) {
      reject(new AppError('not-friends'));
    } else if (row.number === null) {
      reject(new AppError('account-suspended'));
    } else if (row.keptText !== null && row.keptText !== message.text) {
      reject(new AppError('key-reused'));
    } else {
      const { keptText, place: _, number, ...kept } = row;
      const whole = { ...message, ...kept, number };
      if (keptText === null) sent.push(whole);
      resolve({ message: whole, repeated: keptText !== null });
    }
  }
  if (sent.length > 0) events.publish({ type: 'messages-sent', messages: sent });
}
