import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#database/client.ts';
import { preparedStatement } from '#database/prepared-query.ts';
import { idempotencyKeys } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';

/** A form as sent: who, its key, and what it asks for. */
export interface KeyedRequest {
  userId: string;
  key: string;
  /** The use case and its input; the same key with another one is refused. */
  request: { useCase: string; input: unknown };
}

/** The fingerprint that tells a repeated form from another one under the same key. */
export function requestHash({ useCase, input }: KeyedRequest['request']): string {
  return createHash('sha256')
    .update(JSON.stringify([useCase, input]))
    .digest('base64url');
}

interface Kept {
  requestHash: string;
  answer: unknown;
}

const kept = preparedStatement<Kept, { userId: string; key: string }>(
  'earlier-answer',
  sql`select request_hash as "requestHash", answer from ${idempotencyKeys}
    where user_id = ${sql.placeholder('userId')}::uuid and key = ${sql.placeholder('key')}::uuid`,
);

/**
 * The answer that was given to this form before, or null.
 * @throws Refusal `key-reused` when the key came with another request.
 */
export async function findStoredAnswer<Answer>(
  db: Database,
  { userId, key, request }: KeyedRequest,
): Promise<Answer | null> {
  const [row] = await kept(db, { userId, key });
  return row ? answerTo<Answer>(request, row) : null;
}

function answerTo<Answer>(request: KeyedRequest['request'], row: Kept): Answer {
  if (row.requestHash !== requestHash(request)) throw new AppError('key-reused');
  return row.answer as Answer;
}

/**
 * Runs `work` in one transaction at most once per key: a repeated form gets the first successful answer
 * again, and one that arrives meanwhile waits for it. A failure keeps nothing, so that it can be retried.
 * @throws Refusal `key-reused`, and whatever `work` throws.
 */
export async function runOnce<Answer extends object>(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  keyed: KeyedRequest,
  work: (tx: Queryable) => Promise<Answer>,
): Promise<Answer> {
  return ctx.db.transaction(async (tx) => {
    const { userId, key } = keyed;
    const claimed = await tx
      .insert(idempotencyKeys)
      .values({
        userId,
        key,
        requestHash: requestHash(keyed.request),
        createdAt: ctx.clock.now(),
      })
      .onConflictDoNothing()
      .returning({ key: idempotencyKeys.key });
    if (claimed.length === 0) {
      const [row] = await tx
        .select({ requestHash: idempotencyKeys.requestHash, answer: idempotencyKeys.answer })
        .from(idempotencyKeys)
        .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
      if (row) return answerTo<Answer>(keyed.request, row);
      throw new Error('An idempotency key vanished while it was in use.');
    }
    const answer = await work(tx);
    await tx
      .update(idempotencyKeys)
      .set({ answer })
      .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
    return answer;
  });
}
