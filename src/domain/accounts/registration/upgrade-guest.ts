import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { accounts, sessions, users } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { payStartingMoney } from '#domain/ledger/pay-starting-money.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { endAccountApiSessions } from '../api-clients/sessions/end-account-api-sessions.ts';
import { claimUsername } from './claim-username.ts';
import { createCredentialRow } from './create-account.ts';
import { consumeInvitation } from './registration-mode.ts';

interface GuestUpgrade {
  passwordHash: string | null;
  /** The code of an invitation; null without one. */
  invitation: string | null;
  beforeCommit?: (tx: Queryable) => Promise<void>;
}

/**
 * Turns a guest into a player. Id, balance, cards and a chosen profile name stay, the starting money
 * comes on top; all sessions end. A
 * username or email that is taken fails with the constraint error of the write.
 * @throws AppError `already-registered` when another request of the guest was first or the guest was
 * retired; `username-taken` for a name that looks like another player's; `registration-closed`,
 * `invitation-needed`, `bad-invitation`; `balance-limit` for a full wallet.
 */
export async function upgradeGuest(
  ctx: Ctx,
  guest: Actor,
  user: Partial<typeof users.$inferInsert> & { name: string; displayUsername: string },
  { passwordHash, invitation, beforeCommit }: GuestUpgrade,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await claimUsername(tx, user.displayUsername);
    const recordUse = await consumeInvitation(tx, ctx, { invitation });
    // First: a form of the guest that moves money locks the wallet before the account.
    const at = user.registeredAt;
    if (at) await payStartingMoney(tx, { userId: guest.id, at });
    const upgraded = await tx
      .update(users)
      .set({
        ...user,
        // The new username replaces a profile name that the guest never changed.
        name: sql`case when ${users.name} = ${users.displayUsername} then ${user.name}
          else ${users.name} end`,
        updatedAt: ctx.clock.now(),
      })
      // A guest that was retired in the meantime has no last-seen time.
      .where(and(eq(users.id, guest.id), eq(users.role, 'guest'), isNotNull(users.lastSeenAt)))
      .returning({ id: users.id });
    if (upgraded.length === 0) throw new AppError('already-registered');
    if (passwordHash !== null) {
      await tx.insert(accounts).values(createCredentialRow(guest.id, passwordHash));
    }
    await tx.delete(sessions).where(eq(sessions.userId, guest.id));
    await endAccountApiSessions(tx, guest.id);
    await recordUse(guest.id);
    await beforeCommit?.(tx);
  });
  ctx.events.publish({ type: 'account-ended', userId: guest.id, except: null });
}
