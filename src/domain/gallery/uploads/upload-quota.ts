import { and, asc, eq, gt, gte, isNotNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { pictures, uploads, users } from '#database/schema.ts';
import { isSuspended } from '#domain/accounts/suspension.ts';
import type { Ctx } from '#domain/context.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { utcDayStart } from '#shared/format/utc-day.ts';

/**
 * Looks whether the account may upload now: the signature that it was given says what was true then.
 * @throws Refusal `login-required`, `guest-not-allowed`, `account-suspended`, `unconfirmed-email`.
 */
export async function requireUploader(
  ctx: Pick<Ctx, 'clock' | 'mailer'>,
  db: Queryable,
  userId: string,
): Promise<void> {
  judge(ctx, await account(ctx, db, userId));
}

/** Whether the account has added fewer than a day's pictures today. @throws Refusal `upload-limit`. */
export async function requireFreePlace(db: Queryable, userId: string, now: Date): Promise<void> {
  const { taken } = await countOfDay(db, userId, now);
  if (taken >= uploadConstants.perDay) throw new AppError('upload-limit');
}

/**
 * As `requireUploader` and `requireFreePlace`, and holds the account until the transaction ends, so that
 * two pictures cannot both be the last of its day.
 */
export async function lockFreePlace(ctx: Ctx, tx: Queryable, userId: string): Promise<void> {
  judge(ctx, await account(ctx, tx, userId).for('no key update'));
  await requireFreePlace(tx, userId, ctx.clock.now());
}

/**
 * As `requireUploader`, and holds the account until the transaction ends, so that two uploads cannot
 * both take its last place; whoever only refers to the account is not kept waiting. Where no place is
 * left, the upload that was quiet for longest gives way: answers its id, for its parts to be deleted once
 * the transaction has ended. What is quiet while there is a place may go on.
 * @throws Refusal as `requireUploader`, and `upload-limit`, `uploads-of-day`, `uploads-open`,
 * `pictures-busy`.
 */
export async function lockUploader(
  ctx: Ctx,
  tx: Queryable,
  userId: string,
): Promise<string | null> {
  judge(ctx, await account(ctx, tx, userId).for('no key update'));
  const now = ctx.clock.now();
  const today = await countOfDay(tx, userId, now);
  const left = Math.min(
    uploadConstants.perDay - today.taken,
    uploadConstants.perDayUnposted - today.all,
  );
  const places = Math.min(uploadConstants.openMax, left);
  const open = () => count(tx, and(eq(uploads.userId, userId), ne(uploads.stage, 'ended')));
  let givenUp: string | null = null;
  let taken = await open();
  if (taken >= places) {
    givenUp = await giveUpIdle(tx, userId, now);
    if (givenUp) taken = await open();
  }
  if (taken + today.taken >= uploadConstants.perDay) throw new AppError('upload-limit');
  if (taken + today.all >= uploadConstants.perDayUnposted) throw new AppError('uploads-of-day');
  if (taken >= places)
    throw new AppError('uploads-open', { retryAfterMs: uploadConstants.retryMs });
  await requireUploadRate(tx, now);
  return givenUp;
}

/**
 * Looks whether one more picture may be made, on all nodes together. Of many who ask at once a few more
 * may get through; they wait in the line of their node.
 * @throws Refusal `pictures-busy`.
 */
export async function requireUploadRate(tx: Queryable, now: Date): Promise<void> {
  const alive = gt(uploads.touchedAt, before(now, uploadConstants.finishingMs));
  const finishing = await count(tx, and(eq(uploads.stage, 'finishing'), alive));
  if (finishing < uploadConstants.finishingMax) return;
  throw new AppError('pictures-busy', { retryAfterMs: uploadConstants.retryMs });
}

function account({ clock }: Pick<Ctx, 'clock'>, db: Queryable, userId: string) {
  return db
    .select({
      role: users.role,
      emailVerified: users.emailVerified,
      suspended: isSuspended(clock.now()),
    })
    .from(users)
    .where(eq(users.id, userId))
    .$dynamic();
}

type Account = Awaited<ReturnType<typeof account>>;

function judge({ mailer }: Pick<Ctx, 'mailer'>, [user]: Account): void {
  if (!user) throw new AppError('login-required');
  if (user.role === 'guest') throw new AppError('guest-not-allowed');
  if (user.suspended) throw new AppError('account-suspended');
  // Where no mail can be sent, addresses count as confirmed.
  if (mailer.delivers && !user.emailVerified) throw new AppError('unconfirmed-email');
}

/** Of whoever left in the middle nothing comes any more, and of a node that ended no picture. */
async function giveUpIdle(tx: Queryable, userId: string, now: Date): Promise<string | null> {
  const quiet = (stage: 'receiving' | 'finishing', ms: number) =>
    and(eq(uploads.stage, stage), lte(uploads.touchedAt, before(now, ms)));
  const [quietest] = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(
      and(
        eq(uploads.userId, userId),
        or(
          quiet('receiving', uploadConstants.idleMs),
          and(
            quiet('receiving', uploadConstants.unheardMs),
            eq(uploads.touchedAt, uploads.startedAt),
          ),
          quiet('finishing', uploadConstants.finishingMs),
        ),
      ),
    )
    .orderBy(asc(uploads.touchedAt))
    .limit(1)
    .for('update');
  if (!quietest) return null;
  await tx
    .update(uploads)
    .set({ stage: 'ended', refusal: 'upload-gone' })
    .where(eq(uploads.id, quietest.id));
  return quietest.id;
}

async function count(tx: Queryable, condition: ReturnType<typeof and>): Promise<number> {
  const [row] = await tx.select({ all: sql<number>`count(*)::int` }).from(uploads).where(condition);
  return row?.all ?? 0;
}

/**
 * Pictures of the day: all that were sent, and those that take a place of it. Deleted ones do, their
 * places are not won back; one that was not posted in time does not.
 */
async function countOfDay(tx: Queryable, userId: string, now: Date) {
  const [row] = await tx
    .select({
      all: sql<number>`count(*)::int`,
      taken: sql<number>`(count(*) filter (where ${pictures.publishedAt} is not null
        or ${pictures.removedAt} is null))::int`,
    })
    .from(pictures)
    .where(
      and(
        eq(pictures.userId, userId),
        gte(pictures.uploadedAt, utcDayStart(now)),
        isNotNull(pictures.keptAt),
      ),
    );
  return row ?? { all: 0, taken: 0 };
}

function before(now: Date, ms: number): Date {
  return new Date(now.getTime() - ms);
}
