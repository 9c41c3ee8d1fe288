import { and, eq, gt, gte, isNotNull, ne, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { pictures, uploads, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { findSuspensionError, isSuspended } from '#domain/accounts/suspension.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { utcDayStart } from '#shared/format/utc-day.ts';
import { isGalleryPicture } from '../gallery-columns.ts';
import { endIdleUpload, leaseEnd } from './upload-states.ts';

/**
 * Checks the account's permission to upload at this moment: an upload signature can be older than a
 * suspension.
 * @throws AppError `login-required`, `guest-not-allowed`, `account-suspended`, `account-deleted`, `unconfirmed-email`.
 */
export async function requireUploader(
  ctx: Pick<Ctx, 'clock' | 'accounts'>,
  db: Queryable,
  userId: string,
): Promise<void> {
  await requirePermission(ctx, db, await findAccount(ctx, db, userId));
}

/**
 * Checks that the account has added fewer pictures today than the daily quota. @throws AppError
 * `upload-limit`.
 */
export async function requireDailyQuota(db: Queryable, userId: string, now: Date): Promise<void> {
  const { taken } = await countToday(db, userId, now);
  if (taken >= uploadConstants.perDay) throw new AppError('upload-limit');
}

/**
 * Like `requireUploader` and `requireDailyQuota`, but locks the account until the transaction ends,
 * so that simultaneous pictures cannot exceed the quota.
 */
export async function lockDailyQuota(ctx: Ctx, tx: Queryable, userId: string): Promise<void> {
  await requirePermission(ctx, tx, await findAccount(ctx, tx, userId).for('no key update'));
  await requireDailyQuota(tx, userId, ctx.clock.now());
}

/**
 * Like `requireUploader`, but locks the account until the transaction ends, so that simultaneous
 * uploads cannot exceed the limits. Statements that only refer to the account do not wait for the
 * lock. When a limit is reached, the upload that has been idle for longest is ended; as long as
 * none is reached, idle uploads may continue.
 * Returns the id of the ended upload or null; the caller deletes its parts after the transaction.
 * @throws AppError `upload-limit`, `uploads-of-day`, `uploads-open`, `pictures-busy`, and the codes
 * of `requireUploader`.
 */
export async function lockUploader(
  ctx: Ctx,
  tx: Queryable,
  userId: string,
): Promise<string | null> {
  await requirePermission(ctx, tx, await findAccount(ctx, tx, userId).for('no key update'));
  const now = ctx.clock.now();
  const today = await countToday(tx, userId, now);
  const leftToday = Math.min(
    uploadConstants.perDay - today.taken,
    uploadConstants.perDayUnposted - today.all,
  );
  const limit = Math.min(uploadConstants.openMax, leftToday);
  const countOpen = () => count(tx, and(eq(uploads.userId, userId), ne(uploads.stage, 'ended')));
  let endedId: string | null = null;
  let open = await countOpen();
  if (open >= limit) {
    endedId = await endIdleUpload(tx, userId, now);
    if (endedId) open = await countOpen();
  }
  if (open + today.taken >= uploadConstants.perDay) throw new AppError('upload-limit');
  if (open + today.all >= uploadConstants.perDayUnposted) throw new AppError('uploads-of-day');
  if (open >= limit) throw new AppError('uploads-open', { retryAfterMs: uploadConstants.retryMs });
  await requireProcessingCapacity(tx, now);
  return endedId;
}

/**
 * Checks that the nodes together process fewer pictures than the limit, without that of the upload
 * `exceptId`. Simultaneous calls can exceed it a little; their pictures wait in the queue of their
 * node.
 * @throws AppError `pictures-busy`.
 */
export async function requireProcessingCapacity(
  tx: Queryable,
  now: Date,
  exceptId?: string,
): Promise<void> {
  const isOther = exceptId === undefined ? undefined : ne(uploads.id, exceptId);
  const isActive = gt(uploads.touchedAt, leaseEnd(now));
  const finishing = await count(tx, and(eq(uploads.stage, 'finishing'), isActive, isOther));
  if (finishing < uploadConstants.finishingMax) return;
  throw new AppError('pictures-busy', { retryAfterMs: uploadConstants.retryMs });
}

function findAccount({ clock }: Pick<Ctx, 'clock'>, db: Queryable, userId: string) {
  return db
    .select({
      id: users.id,
      role: users.role,
      emailVerified: users.emailVerified,
      suspended: isSuspended(clock.now()),
    })
    .from(users)
    .where(eq(users.id, userId))
    .$dynamic();
}

type Account = Awaited<ReturnType<typeof findAccount>>;

async function requirePermission(
  { accounts: { mailer } }: Pick<Ctx, 'accounts'>,
  db: Queryable,
  [user]: Account,
): Promise<void> {
  if (!user) throw new AppError('login-required');
  if (user.suspended) throw await findSuspensionError(db, user.id);
  if (user.role === 'guest') throw new AppError('guest-not-allowed');
  // Without a mail server, email addresses count as confirmed.
  if (mailer.canDeliver && !user.emailVerified) throw new AppError('unconfirmed-email');
}

async function count(tx: Queryable, condition: ReturnType<typeof and>): Promise<number> {
  const [row] = await tx
    .select({ all: typedSql(integer, sql`count(*)::int`) })
    .from(uploads)
    .where(condition);
  return row?.all ?? 0;
}

/**
 * Counts the pictures of the day. `all` is every uploaded picture. `taken` are those that count
 * towards the daily quota: deleted ones count too, pictures that were not posted in time do not.
 */
async function countToday(tx: Queryable, userId: string, now: Date) {
  const [row] = await tx
    .select({
      all: typedSql(integer, sql`count(*)::int`),
      taken: typedSql(
        integer,
        sql`(count(*) filter (where ${pictures.publishedAt} is not null
        or ${pictures.removedAt} is null))::int`,
      ),
    })
    .from(pictures)
    .where(
      and(
        isGalleryPicture,
        eq(pictures.userId, userId),
        gte(pictures.uploadedAt, utcDayStart(now)),
        isNotNull(pictures.keptAt),
      ),
    );
  return row ?? { all: 0, taken: 0 };
}
