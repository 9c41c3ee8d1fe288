import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '#database/client.ts';
import { json, text, uuid } from '#database/column-types.ts';
import type { Transaction } from '#database/pg-patches/transaction.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { idempotencyKeys } from '#database/schema.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import type { Ctx } from '../context.ts';

/** A submitted form: its account, its idempotency key and the request. */
export interface KeyedRequest {
  userId: string;
  key: string;
  /** The use case and its input. The same key with another request is an error. */
  request: { useCase: string; input: unknown };
}

/** The hash by which a repeated form is told from another form with the same key. */
export function hashRequest({ useCase, input }: KeyedRequest['request']): string {
  return createHash('sha256')
    .update(JSON.stringify([useCase, input]))
    .digest('base64url');
}

interface StoredAnswer {
  requestHash: string;
  answer: unknown;
}

const findStored = prepareStatement<StoredAnswer, { userId: string; key: string }>(
  'earlier-answer',
  { requestHash: text, answer: json(z.unknown()) },
  sql`select request_hash as "requestHash", answer from ${idempotencyKeys}
    where user_id = ${sql.placeholder('userId')}::uuid and key = ${sql.placeholder('key')}::uuid`,
);

const claim = prepareStatement<
  { key: string },
  { userId: string; key: string; requestHash: string; createdAt: Date }
>(
  'claim-key',
  { key: uuid },
  sql`insert into ${idempotencyKeys} (user_id, key, request_hash, created_at)
    values (${sql.placeholder('userId')}::uuid, ${sql.placeholder('key')}::uuid,
      ${sql.placeholder('requestHash')}, ${sql.placeholder('createdAt')}::timestamptz)
    on conflict do nothing
    returning key`,
);

const storeAnswer = prepareStatement<
  { key: string },
  { userId: string; key: string; answer: string }
>(
  'store-answer',
  { key: uuid },
  sql`update ${idempotencyKeys} set answer = ${sql.placeholder('answer')}::jsonb
    where user_id = ${sql.placeholder('userId')}::uuid and key = ${sql.placeholder('key')}::uuid
    returning key`,
);

/**
 * The answer that was stored for this form, or null.
 * @throws AppError `key-reused` when the key was used for another request.
 */
export async function findStoredAnswer<Answer>(
  db: Database,
  { userId, key, request }: KeyedRequest,
): Promise<Answer | null> {
  const [row] = await findStored(db, { userId, key });
  return row ? readAnswer<Answer>(request, row) : null;
}

/** Whether a form with this key was carried out. */
export async function hasStoredAnswer(
  db: Database,
  { userId, key }: Pick<KeyedRequest, 'userId' | 'key'>,
): Promise<boolean> {
  return (await findStored(db, { userId, key })).length > 0;
}

function readAnswer<Answer>(request: KeyedRequest['request'], row: StoredAnswer): Answer {
  if (row.requestHash !== hashRequest(request)) throw new AppError('key-reused');
  return row.answer as Answer;
}

/**
 * Runs `work` in one transaction and at most once per key. A repeated form gets the first
 * successful answer; a simultaneous one waits for it. After a failure nothing is stored, so that
 * the form can be sent again. `lockFirst` takes locks that come before the key in the order of locks.
 * @throws AppError `key-reused`; and what `work` throws.
 */
export async function runIdempotent<Answer extends object>(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  keyed: KeyedRequest,
  work: (tx: Transaction) => Promise<Answer>,
  lockFirst?: (tx: Transaction) => Promise<void>,
): Promise<Answer> {
  return ctx.db.transaction(async (tx) => {
    await lockFirst?.(tx);
    const { userId, key } = keyed;
    const claimed = await claim(tx, {
      userId,
      key,
      requestHash: hashRequest(keyed.request),
      createdAt: ctx.clock.now(),
    });
    if (claimed.length === 0) {
      const [row] = await findStored(tx, { userId, key });
      if (row) return readAnswer<Answer>(keyed.request, row);
      throw new Error('An idempotency key vanished while it was in use.');
    }
    const answer = await work(tx);
    await storeAnswer(tx, { userId, key, answer: JSON.stringify(answer) });
    return answer;
  });
}

interface AdmittedWork<Admission, Answer> {
  /** Checks outside of the transaction whether the form may be carried out. */
  admit: () => Promise<Admission>;
  work: (tx: Transaction, admission: Admission) => Promise<Answer>;
}

/**
 * Runs `admit`, and then `work` as `runIdempotent` does. A form that was carried out before gets its first answer, even
 * if `admit` would refuse it by now.
 * @throws AppError `key-reused`; and what `admit` and `work` throw.
 */
export async function runAdmitted<Admission, Answer extends object>(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  keyed: KeyedRequest,
  { admit, work }: AdmittedWork<Admission, Answer>,
): Promise<Answer> {
  let admission: Admission;
  try {
    admission = await admit();
  } catch (error) {
    const earlier = isAppError(error) ? await findStoredAnswer<Answer>(ctx.db, keyed) : null;
    if (earlier) return earlier;
    throw error;
  }
  return runIdempotent(ctx, keyed, (tx) => work(tx, admission));
}
