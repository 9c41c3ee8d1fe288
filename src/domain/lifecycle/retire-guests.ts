import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import {
  cards,
  discussionSubscriptions,
  playSessions,
  sessions,
  users,
  wallets,
} from '#database/schema.ts';
import { guestConstants } from '#shared/constants/accounts.ts';
import { endAccountApiSessions } from '../accounts/api-clients/end-account-api-sessions.ts';
import type { Ctx } from '../context.ts';
import { lockWallets } from '../wallet/lock-wallets.ts';
import { moveMoney } from '../wallet/move-money.ts';
import { deletedAccountName } from './deleted-account-name.ts';

/** How many are retired before the next look, so that a long absence does not become one long list. */
const batchSize = 200;

/**
 * Retires guests that were not seen for 30 days: their name and texts go, their cards leave the game,
 * their balance goes to the store, nothing is told to them, and nobody can log in to them any more. Answers how many.
 */
export async function retireGuests(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const now = ctx.clock.now();
  const cutoff = new Date(now.getTime() - guestConstants.unseenMs);
  const unseen = and(eq(users.role, 'guest'), lt(users.lastSeenAt, cutoff));
  let retired = 0;
  for (;;) {
    const before = retired;
    const batch = await ctx.db.select({ id: users.id }).from(users).where(unseen).limit(batchSize);
    for (const { id } of batch) if (await retireGuest(ctx, id, now, cutoff)) retired += 1;
    // Those that act at this moment stay in the list; they are not waited for.
    if (batch.length < batchSize || retired === before) return retired;
  }
}

/**
 * Takes hold of all that others wait for while they hold something else: wallet and account, in the
 * order of `holdWallets`. A play takes its session before its account, so neither account nor session is
 * waited for: whose is held acts at this moment. Answers the balance in
 * cents, or null when the guest is not to be retired any more.
 */
async function holdGuest(tx: Queryable, id: string, cutoff: Date): Promise<number | null> {
  await lockWallets(tx, [id]);
  const [wallet] = await tx
    .select({ balance: wallets.balance })
    .from(wallets)
    .where(eq(wallets.userId, id));
  const [guestHeld] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'guest'), lt(users.lastSeenAt, cutoff)))
    .for('update', { skipLocked: true });
  if (!wallet || !guestHeld) return null;
  // A session that begins from here on needs the account, and waits.
  const playing = () =>
    tx
      .select({ id: playSessions.id })
      .from(playSessions)
      .where(and(eq(playSessions.userId, id), isNull(playSessions.endedAt)));
  const sessionsHeld = await playing().for('update', { skipLocked: true });
  const sessionsThere = await playing();
  return sessionsHeld.length === sessionsThere.length ? wallet.balance : null;
}

/** False when the guest came back or registered in the meantime, or another node was first. */
async function retireGuest({ db }: Pick<Ctx, 'db'>, id: string, now: Date, cutoff: Date) {
  return db.transaction(async (tx) => {
    const balance = await holdGuest(tx, id, cutoff);
    if (balance === null) return false;
    await tx
      .update(users)
      .set({
        ...deletedAccountName(),
        // One of a player who deleted its account, too.
        name: sql`case when ${users.registeredAt} is null then 'Former guest' else 'Former player' end`,
        // Never seen: that is how the next look leaves it out.
        lastSeenAt: null,
        updatedAt: now,
      })
      .where(eq(users.id, id));
    await tx.delete(sessions).where(eq(sessions.userId, id));
    await tx.delete(discussionSubscriptions).where(eq(discussionSubscriptions.userId, id));
    await endAccountApiSessions(tx, id);
    await tx
      .update(playSessions)
      .set({ endedAt: now })
      .where(and(eq(playSessions.userId, id), isNull(playSessions.endedAt)));
    await tx.update(cards).set({ state: 'retired' }).where(eq(cards.ownerId, id));
    if (balance > 0) {
      await moveMoney(tx, {
        transferId: randomUUID(),
        kind: 'guest-expired',
        userId: id,
        systemAccount: 'store',
        amount: -balance,
        subject: null,
        at: now,
      });
    }
    return true;
  });
}
