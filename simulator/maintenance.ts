import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { moderationLog, users } from '#database/schema.ts';
import { restoreAccount } from '#domain/lifecycle/restore-account.ts';
import { retireGuests } from '#domain/lifecycle/retire-guests.ts';
import { suspendAccount } from '#domain/lifecycle/suspend-account.ts';
import { grantCard } from '#domain/moderation/grant-card.ts';
import { guestConstants } from '#shared/constants/accounts.ts';
import { moderationConstants } from '#shared/constants/moderation.ts';
import { changeStanding } from './account-standing.ts';
import { requestAs, requestOf } from './entry-points.ts';
import { type Account, type Model, openOffersOf, takeBack } from './model.ts';
import type { Kind } from './operations.ts';
import { inTabs, pick, type Scene } from './setup.ts';
import { attempt, count, send, type Worker } from './world.ts';

type KeepHouse = Extract<Kind, 'suspend' | 'restore' | 'grant' | 'retire'>;

const dayMs = 24 * 60 * 60 * 1000;

/** What moderators do, and what is done every night. */
export const runMaintenance: Record<KeepHouse, (scene: Scene) => Promise<unknown>> = {
  async suspend(scene) {
    const { worker, operation, account, at } = scene;
    if (operation.what % 8 === 0) return tryToModerate(scene);
    const ctx = requestAs(worker, worker.world.moderator, at);
    const { username } = account.actor;
    const days = pick(moderationConstants.suspensionDays, operation.what) ?? 0;
    const until = days === 0 ? null : at + days * dayMs;
    await inTabs(operation, () =>
      changeStanding(account, async () => {
        const reason = randomUUID();
        const own = openOffersOf(worker.world.model, account);
        let tries = 0;
        const done = await attempt(
          worker,
          'suspend',
          () => {
            tries += 1;
            return suspendAccount(ctx, { username, reason, days });
          },
          operation.trouble,
        );
        const withdrawn = await withdrawnBy(worker, reason);
        // Without its answer, which gets lost now and then, a moderator looks into the log.
        if (tries === 1 && (done?.listings ?? 0) !== withdrawn) {
          worker.world.model.faults.push(
            `the log has ${withdrawn} listings, not ${done?.listings}`,
          );
        }
        account.removed += withdrawn;
        if (!done) return null;
        takeBack(account, own);
        return { suspended: true, until };
      }),
    );
  },

  async restore({ worker, operation, account, at }) {
    const { moderator, model } = worker.world;
    const suspended = model.present.filter(({ standing }) => standing?.suspended !== false);
    const chosen = pick(suspended, operation.what) ?? account;
    const ctx = requestAs(worker, moderator, at);
    const { username } = chosen.actor;
    await inTabs(operation, () =>
      changeStanding(chosen, async () => {
        const done = await attempt(
          worker,
          'restore',
          async () => {
            await restoreAccount(ctx, { username, reason: 'Enough.' });
            return true;
          },
          operation.trouble,
        );
        return done ? { suspended: false, until: null } : null;
      }),
    );
  },

  async grant({ worker, operation, account, at }) {
    const { moderator, gameNames } = worker.world;
    const ctx = requestAs(worker, moderator, at);
    const { username } = account.actor;
    const game = pick(gameNames, operation.what) ?? '';
    const card = pick(['Crown', 'Dog', 'Boring'], operation.what) ?? '';
    await inTabs(operation, async () => {
      const granted = await send(
        worker,
        operation,
        (key) => grantCard(ctx, { username, game, card, reason: 'Well done.', key }),
        (key) => grantCard(ctx, { username, game, card, reason: 'Not so well done.', key }),
      );
      if (!granted) return;
      account.grants += 1;
      account.hand.push({ gameId: granted.gameId, kindId: granted.card.id });
    });
  },

  // Some guests have not been seen for a month, whatever they are doing at this moment.
  async retire({ worker, operation, at }) {
    const guests = guestsOf(worker.world.model);
    const ids = [0, 1, 2].flatMap((next) => pick(guests, operation.what + next)?.actor.id ?? []);
    if (ids.length === 0) return count(worker.world.done, 'retire: nobody to');
    const ctx = requestAs(worker, null, at);
    await attempt(worker, 'forget guests', () =>
      ctx.db
        .update(users)
        .set({ lastSeenAt: new Date(at - guestConstants.unseenMs - dayMs) })
        .where(and(inArray(users.id, ids), eq(users.role, 'guest'), isNotNull(users.lastSeenAt))),
    );
    await inTabs(operation, () =>
      attempt(worker, 'retire', () => retireGuests(ctx), operation.trouble),
    );
  },
};

/** Guests that are here, by what was last known of them. */
export function guestsOf({ present }: Model): Account[] {
  return present.filter(({ actor }) => actor.role === 'guest');
}

/** Somebody plays the moderator, or is moderated who must not be. */
async function tryToModerate({ worker, operation, account, at }: Scene): Promise<void> {
  const { moderator, model } = worker.world;
  const own = operation.what % 16 === 0;
  const ctx = own ? requestAs(worker, moderator, at) : await requestOf(worker, account, at);
  const target = own ? moderator : pick(model.present, operation.what)?.actor;
  const done = await attempt(worker, 'suspend as nobody', () =>
    suspendAccount(ctx, { username: target?.username ?? '', reason: 'Just so.', days: 1 }),
  );
  if (done) model.faults.push(`${ctx.actor?.username} suspended ${target?.username}`);
}

/** How many listings were withdrawn for that reason, as the log of moderation has it. */
async function withdrawnBy(worker: Worker, reason: string): Promise<number> {
  const { db } = worker.database;
  const rows = await attempt(worker, 'read log', () =>
    db
      .select({ details: moderationLog.details })
      .from(moderationLog)
      .where(eq(moderationLog.reason, reason)),
  );
  return (rows ?? []).reduce((sum, { details }) => sum + Number(details.listings), 0);
}
