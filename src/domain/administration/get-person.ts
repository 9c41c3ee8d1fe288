import { and, eq, gt, ne } from 'drizzle-orm';
import { boolean } from '#database/column-types.ts';
import {
  accountNotes,
  codeBatches,
  dataExports,
  mutes,
  sessions,
  users,
  wallets,
} from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { hasSecondFactor, readFactors } from '../accounts/factors/second-factor.ts';
import { byUsername } from '../accounts/username-condition.ts';
import { findOpenBatches } from '../codes/list-codes.ts';
import type { Ctx } from '../context.ts';
import { isRetiredGuest } from '../friends/find-person-by-username.ts';
import { getAccountModeration } from '../moderation/accounts/get-account-moderation.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';

/** An account as admins see it. */
export type Person = Awaited<ReturnType<typeof getPerson>>;

/**
 * The facts about an account and what the actor may do to it.
 * @throws AppError `login-required`, `admins-only`, `user-not-found` (also for a retired guest).
 */
export async function getPerson(ctx: Ctx, username: string) {
  requireAdmin(ctx);
  const { db } = ctx;
  const now = ctx.clock.now();
  const [account] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      emailVerified: users.emailVerified,
      createdAt: users.createdAt,
      registeredAt: users.registeredAt,
      lastSeenAt: users.lastSeenAt,
      isExample: users.isExample,
      ageLimit: users.ageLimit,
      balance: wallets.balance,
      setAside: wallets.setAside,
      isRetired: typedSql(boolean, isRetiredGuest),
    })
    .from(users)
    .innerJoin(wallets, eq(wallets.userId, users.id))
    .where(byUsername(username));
  if (!account || account.isRetired) throw new AppError('user-not-found');
  const { id, isRetired: _, ...facts } = account;
  const maker = eq(codeBatches.createdBy, id);
  const [moderation, factors, [mute], [dataExport], sessionCount, notes, openBatches] =
    await Promise.all([
      getAccountModeration(ctx, username),
      readFactors(db, id),
      db
        .select({ until: mutes.until })
        .from(mutes)
        .where(and(eq(mutes.userId, id), gt(mutes.until, now))),
      db
        .select({ state: dataExports.state })
        .from(dataExports)
        .where(and(eq(dataExports.userId, id), ne(dataExports.state, 'ended'))),
      db.$count(sessions, and(eq(sessions.userId, id), gt(sessions.expiresAt, now))),
      db.$count(accountNotes, eq(accountNotes.userId, id)),
      findOpenBatches(ctx, { maker, limit: 1 }),
    ]);
  const { role, suspended, self } = moderation;
  const isChangeable =
    !self && !suspended && !facts.isExample && (role === 'player' || role === 'moderator');
  return {
    ...facts,
    email: role === 'guest' || facts.isExample ? null : facts.email,
    username: moderation.username,
    profilePic: moderation.profilePic,
    role,
    furtherRoles: moderation.furtherRoles,
    suspended,
    until: moderation.until,
    mutedUntil: mute?.until ?? null,
    sessions: sessionCount,
    hasSecondFactor: hasSecondFactor(factors),
    passkeys: factors.passkeys,
    exportState: dataExport?.state ?? null,
    notes,
    /** Whether a code that it made can still be redeemed, also after it is no admin any more. */
    hasOpenCodes: openBatches.length > 0,
    self,
    /**
     * Whether the actor may make a reset link, remove factors, make an export, give and take money, and give the role
     * of an admin.
     */
    isChangeable,
    mayRemoveFactors: isChangeable && (hasSecondFactor(factors) || factors.passkeys > 0),
    mayDelete: isChangeable && role === 'player',
    mayTakeAdmin: role === 'admin',
    isMailed: ctx.accounts.mailer.canDeliver,
  };
}
