import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { cards, playSessions, sessions, users, wallets } from '#db/schema.ts';
import { guest } from '#shared/limits.ts';
import type { Ctx } from '../context.ts';
import { moveMoney } from '../money/move-money.ts';

/** How many are retired before the next look, so that a long absence does not become one long list. */
const batchSize = 200;

/**
 * Retires guests that were not seen for 30 days: their name and texts go, their cards leave the game,
 * their balance goes to the store, and nobody can log in to them any more. Answers how many.
 */
export async function retireGuests(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const now = ctx.clock.now();
  const cutoff = new Date(now.getTime() - guest.unseenMs);
  const unseen = and(eq(users.role, 'guest'), lt(users.lastSeenAt, cutoff));
  let retired = 0;
  for (;;) {
    const batch = await ctx.db.select({ id: users.id }).from(users).where(unseen).limit(batchSize);
    for (const { id } of batch) if (await retireGuest(ctx, id, now, cutoff)) retired += 1;
    if (batch.length < batchSize) return retired;
  }
}

/** False when the guest came back or registered in the meantime, or another node was first. */
async function retireGuest({ db }: Pick<Ctx, 'db'>, id: string, now: Date, cutoff: Date) {
  return db.transaction(async (tx) => {
    const gone = `former-${randomUUID().replaceAll('-', '').slice(0, 12)}`;
    const [taken] = await tx
      .update(users)
      .set({
        username: gone,
        displayUsername: gone,
        name: 'Former guest',
        description: '',
        profilePic: 'profile1.webp',
        // Never seen: that is how the next look leaves it out.
        lastSeenAt: null,
        updatedAt: now,
      })
      .where(and(eq(users.id, id), eq(users.role, 'guest'), lt(users.lastSeenAt, cutoff)))
      .returning({ id: users.id });
    if (!taken) return false;
    await tx.delete(sessions).where(eq(sessions.userId, id));
    await tx
      .update(playSessions)
      .set({ endedAt: now })
      .where(and(eq(playSessions.userId, id), isNull(playSessions.endedAt)));
    await tx.update(cards).set({ state: 'retired' }).where(eq(cards.ownerId, id));
    const [wallet] = await tx
      .select({ balance: wallets.balance })
      .from(wallets)
      .where(eq(wallets.userId, id))
      .for('update');
    if (wallet && wallet.balance > 0) {
      await moveMoney(tx, {
        transferId: randomUUID(),
        kind: 'guest-expired',
        userId: id,
        systemAccount: 'store',
        amount: -wallet.balance,
        subject: null,
        at: now,
      });
    }
    return true;
  });
}
