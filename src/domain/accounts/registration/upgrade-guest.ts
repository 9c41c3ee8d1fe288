import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { accounts, sessions, users } from '#database/schema.ts';
import type { Actor } from '#domain/base-context.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { endAccountApiSessions } from '../api-clients/end-account-api-sessions.ts';
import { claimUsername } from './claim-username.ts';
import { credential } from './create-account.ts';

/**
 * Turns a guest into a player in place: id, balance, cards and a name of its own choice stay, all its
 * sessions end. A name or email that is taken fails as the write's constraint.
 * @throws Refusal `already-registered` when another request of the guest was first, or the guest was
 * retired; `username-taken` for a name that looks like another player's.
 */
export async function upgradeGuest(
  ctx: Ctx,
  guest: Actor,
  user: Partial<typeof users.$inferInsert> & { name: string; displayUsername: string },
  passwordHash: string,
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await claimUsername(tx, user.displayUsername);
    const upgraded = await tx
      .update(users)
      .set({
        ...user,
        // Of a name that was never changed the new username takes the place.
        name: sql`case when ${users.name} = ${users.displayUsername} then ${user.name}
          else ${users.name} end`,
        updatedAt: ctx.clock.now(),
      })
      // Who was retired in the meantime has never been seen, and nothing to keep.
      .where(and(eq(users.id, guest.id), eq(users.role, 'guest'), isNotNull(users.lastSeenAt)))
      .returning({ id: users.id });
    if (upgraded.length === 0) throw new AppError('already-registered');
    await tx.insert(accounts).values(credential(guest.id, passwordHash));
    await tx.delete(sessions).where(eq(sessions.userId, guest.id));
    await endAccountApiSessions(tx, guest.id);
  });
  ctx.events.publish({ type: 'account-ended', userId: guest.id, except: null });
}
