import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { discussionComments, discussions, pictures, profileComments } from '#database/schema.ts';
import { approvalConstants } from '#shared/constants/moderation/approval.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** Everything that waits for approval, with an index on the hidden rows of each table. */
export const waitingThings: SQL = sql`(
  select 'discussion' as kind, id, author_id, hidden_at from ${discussions}
    where hidden_cause is not null and hidden_cause = 'approval'
  union all
  select 'discussion-comment', id, author_id, hidden_at from ${discussionComments}
    where hidden_cause is not null and hidden_cause = 'approval'
  union all
  select 'profile-comment', id, author_id, hidden_at from ${profileComments}
    where hidden_cause is not null and hidden_cause = 'approval'
  union all
  select 'picture', id, user_id, hidden_at from ${pictures}
    where hidden_cause is not null and hidden_cause = 'approval' and removed_at is null
)`;

const countWaiting = declareStatement<{ waiting: number }, { userId: string }>(
  { waiting: integer },
  sql`select count(*)::integer as waiting from ${waitingThings} as thing
    where thing.author_id = ${sql.placeholder('userId')}::uuid`,
);

/** The first key of the advisory locks on accounts whose things begin to wait. */
const lockSpace = 0x776169;

/**
 * Checks that another thing of an account may wait. What begins to wait at the same time waits for this
 * transaction, so that the number is exact. It is locked before the rows of texts; pictures and uploads lock it last.
 * @throws AppError `waiting-limit`.
 */
export async function requireFewerWaiting(tx: Queryable, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${lockSpace}::integer, hashtext(${userId}))`);
  const [counted] = await countWaiting(tx, { userId });
  if ((counted?.waiting ?? 0) >= approvalConstants.waitingMax) throw new AppError('waiting-limit');
}
