import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { moderationLog, users } from '#database/schema.ts';
import { retireGuests } from '#domain/account-deletion/retire-guests.ts';
import { grantCard } from '#domain/moderation/accounts/grant-card.ts';
import { restoreAccount } from '#domain/moderation/suspension/restore-account.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { guestConstants } from '#shared/constants/accounts/guests.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { changeSuspension } from './account-suspension.ts';
import { type Account, type Model, openListingsOf, returnToSeller } from './model.ts';
import { type OperationContext, pick, runInTabs } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createAccountCtx, createRequestCtx } from './request-contexts.ts';
import { count, runUntilAnswered, submitForm, type Worker } from './simulation-state.ts';

type MaintenanceKind = Extract<OperationKind, 'suspend' | 'restore' | 'grant' | 'retire'>;

const dayMs = 24 * 60 * 60 * 1000;

/** The operations of moderators, and the nightly expiry of guests. */
export const maintenanceOperations: Record<
  MaintenanceKind,
  (context: OperationContext) => Promise<unknown>
> = {
  async suspend(context) {
    const { worker, operation, account, at } = context;
    if (operation.choice % 8 === 0) return tryForbiddenSuspension(context);
    const ctx = createRequestCtx(worker, worker.world.moderator, at);
    const { username } = account.actor;
    const days = pick(moderationConstants.suspensionDays, operation.choice) ?? 0;
    const until = days === 0 ? null : at + days * dayMs;
    await runInTabs(operation, () =>
      changeSuspension(account, async () => {
        const reason = randomUUID();
        const own = openListingsOf(worker.world.model, account);
        let tries = 0;
        const done = await runUntilAnswered(
          worker,
          'suspend',
          () => {
            tries += 1;
            return suspendAccount(ctx, { username, reason, days });
          },
          operation.failure,
        );
        const withdrawn = await countWithdrawnListings(worker, reason);
        // If the answer is lost, the moderation log has the number of withdrawn listings.
        if (tries === 1 && (done?.listings ?? 0) !== withdrawn) {
          worker.world.model.violations.push(
            `the log has ${withdrawn} listings, not ${done?.listings}`,
          );
        }
        account.removed += withdrawn;
        if (!done) return null;
        returnToSeller(account, own);
        return { suspended: true, until };
      }),
    );
  },

  async restore({ worker, operation, account, at }) {
    const { moderator, model } = worker.world;
    const suspended = model.present.filter(({ suspension }) => suspension?.suspended !== false);
    const chosen = pick(suspended, operation.choice) ?? account;
    const ctx = createRequestCtx(worker, moderator, at);
    const { username } = chosen.actor;
    await runInTabs(operation, () =>
      changeSuspension(chosen, async () => {
        const done = await runUntilAnswered(
          worker,
          'restore',
          async () => {
            await restoreAccount(ctx, { username, reason: 'Enough.' });
            return true;
          },
          operation.failure,
        );
        return done ? { suspended: false, until: null } : null;
      }),
    );
  },

  async grant({ worker, operation, account, at }) {
    const { moderator, gameNames } = worker.world;
    const ctx = createRequestCtx(worker, moderator, at);
    const { username } = account.actor;
    const game = pick(gameNames, operation.choice) ?? '';
    const card = pick(['Crown', 'Dog', 'Boring'], operation.choice) ?? '';
    await runInTabs(operation, async () => {
      const granted = await submitForm(
        worker,
        operation,
        (key) => grantCard(ctx, { username, game, card, reason: 'Well done.', key }),
        (key) => grantCard(ctx, { username, game, card, reason: 'Not so well done.', key }),
      );
      if (!granted) return;
      account.grants += 1;
      account.knownCards.push({ gameId: granted.gameId, kindId: granted.card.id });
    });
  },

  // Makes three guests look unused for a month, also if they are active, and retires them.
  async retire({ worker, operation, at }) {
    const guests = guestsOf(worker.world.model);
    const ids = [0, 1, 2].flatMap((next) => pick(guests, operation.choice + next)?.actor.id ?? []);
    if (ids.length === 0) return count(worker.world.done, 'retire: no account available');
    const ctx = createRequestCtx(worker, null, at);
    await runUntilAnswered(worker, 'age guests', () =>
      ctx.db
        .update(users)
        .set({ lastSeenAt: new Date(at - guestConstants.inactiveMs - dayMs) })
        .where(and(inArray(users.id, ids), eq(users.role, 'guest'), isNotNull(users.lastSeenAt))),
    );
    await runInTabs(operation, () =>
      runUntilAnswered(worker, 'retire', () => retireGuests(ctx), operation.failure),
    );
  },
};

/** The accounts that can act and were guests according to the last answers. */
export function guestsOf({ present }: Model): Account[] {
  return present.filter(({ actor }) => actor.role === 'guest');
}

/** A suspension that must fail: by an account without permission, or of the admin itself. */
async function tryForbiddenSuspension({
  worker,
  operation,
  account,
  at,
}: OperationContext): Promise<void> {
  const { moderator, model } = worker.world;
  const own = operation.choice % 16 === 0;
  const ctx = own
    ? createRequestCtx(worker, moderator, at)
    : await createAccountCtx(worker, account, at);
  const target = own ? moderator : pick(model.present, operation.choice)?.actor;
  const done = await runUntilAnswered(worker, 'suspend without permission', () =>
    suspendAccount(ctx, { username: target?.username ?? '', reason: 'Just so.', days: 1 }),
  );
  if (done) model.violations.push(`${ctx.actor?.username} suspended ${target?.username}`);
}

/** The number of listings that suspensions with this reason withdrew, from the moderation log. */
async function countWithdrawnListings(worker: Worker, reason: string): Promise<number> {
  const { db } = worker.database;
  const rows = await runUntilAnswered(worker, 'read log', () =>
    db
      .select({ details: moderationLog.details })
      .from(moderationLog)
      .where(eq(moderationLog.reason, reason)),
  );
  return (rows ?? []).reduce((sum, { details }) => sum + Number(details.listings), 0);
}
