import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { playSessions, users, wallets } from '#database/schema.ts';
import { guestConstants } from '#shared/constants/accounts/guests.ts';
import { endSessionsOfAccount } from '../accounts/end-logins-of-account.ts';
import type { Ctx } from '../context.ts';
import { deleteSubscriptionsOfAccount } from '../discussions/end-discussions-of-account.ts';
import { eraseGameKeysOfAccount } from '../game-library/end-library-of-account.ts';
import { endPlayOfAccount } from '../gameplay/end-play-of-account.ts';
import { retireCardsOfAccount } from '../inventory/end-cards-of-account.ts';
import { lockWallets } from '../ledger/lock-wallets.ts';
import { emptyWalletOfAccount } from '../wallet/end-wallet-of-account.ts';
import { deletePersonalData } from './delete-personal-data.ts';
import { createDeletedAccountProfile } from './deleted-account-profile.ts';

/** How many guests one query reads. */
const batchSize = 200;

/**
 * Retires guests that were not seen for 30 days: removes their name and profile text, retires their
 * cards, moves their balance to the store, deletes their discussion subscriptions, wishes and showcase, erases
 * the texts of the keys of their games and ends their sessions. Returns how many were retired.
 */
export async function retireGuests(ctx: Pick<Ctx, 'db' | 'clock'>): Promise<number> {
  const now = ctx.clock.now();
  const cutoff = new Date(now.getTime() - guestConstants.inactiveMs);
  const unseen = and(eq(users.role, 'guest'), lt(users.lastSeenAt, cutoff));
  let retired = 0;
  for (;;) {
    const before = retired;
    const batch = await ctx.db.select({ id: users.id }).from(users).where(unseen).limit(batchSize);
    for (const { id } of batch) if (await retireGuest(ctx, id, now, cutoff)) retired += 1;
    // Guests that act at this moment stay in the batch. The job does not wait for them.
    if (batch.length < batchSize || retired === before) return retired;
  }
}

/**
 * Locks a guest's wallet, account and active play session, in the order of `lockWallets`. An award locks
 * the play session before the account, so this does not wait for locked accounts and sessions: the
 * guest is active at this moment and is left for another run. Returns the balance in cents, or null when
 * the guest must not be retired now.
 */
async function lockInactiveGuest(tx: Queryable, id: string, cutoff: Date): Promise<number | null> {
  await lockWallets(tx, [id]);
  const [wallet] = await tx
    .select({ balance: wallets.balance })
    .from(wallets)
    .where(eq(wallets.userId, id));
  const [lockedGuest] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'guest'), lt(users.lastSeenAt, cutoff)))
    .for('update', { skipLocked: true });
  if (!wallet || !lockedGuest) return null;
  // A play session that begins from here on needs the account and waits for its lock.
  const selectActiveSessions = () =>
    tx
      .select({ id: playSessions.id })
      .from(playSessions)
      .where(and(eq(playSessions.userId, id), isNull(playSessions.endedAt)));
  const lockedSessions = await selectActiveSessions().for('update', { skipLocked: true });
  const allSessions = await selectActiveSessions();
  return lockedSessions.length === allSessions.length ? wallet.balance : null;
}

/**
 * Retires one guest. Returns false when it came back or registered in the meantime, or when another
 * node retired it.
 */
async function retireGuest({ db }: Pick<Ctx, 'db'>, id: string, now: Date, cutoff: Date) {
  return db.transaction(async (tx) => {
    const balance = await lockInactiveGuest(tx, id, cutoff);
    if (balance === null) return false;
    await tx
      .update(users)
      .set({
        ...createDeletedAccountProfile(),
        // Deleted accounts of players are retired here too.
        name: sql`case when ${users.registeredAt} is null then 'Former guest' else 'Former player' end`,
        // Without a last-seen time the guest counts as retired and is not selected again.
        lastSeenAt: null,
        updatedAt: now,
      })
      .where(eq(users.id, id));
    await endSessionsOfAccount(tx, id);
    await deleteSubscriptionsOfAccount(tx, id);
    await deletePersonalData(tx, id);
    await eraseGameKeysOfAccount(tx, id);
    await endPlayOfAccount(tx, { userId: id, at: now });
    await retireCardsOfAccount(tx, id);
    await emptyWalletOfAccount(tx, { userId: id, balance, at: now });
    return true;
  });
}
