import type { Database } from '#database/client.ts';
import { sessions } from '#database/schema.ts';
import type { Actor } from '#domain/actor.ts';
import { changeBalanceAsAdmin } from '#domain/moderation/accounts/change-balance-as-admin.ts';
import { type OperationContext, runInTabs } from './operation-context.ts';
import type { OperationKind } from './operations.ts';
import { createRequestCtx } from './request-contexts.ts';
import { submitForm } from './simulation-state.ts';

type AdminMoneyKind = Extract<OperationKind, 'give-money' | 'take-money'>;

/** Creates the session of the admin, with a proof of identity that is fresh at every simulated time. */
export async function createProvenSession(db: Database, { id, sessionId }: Actor): Promise<void> {
  const later = new Date('2100-01-01T00:00:00Z');
  await db.insert(sessions).values({
    id: sessionId,
    token: sessionId,
    userId: id,
    expiresAt: later,
    provenAt: later,
  });
}

/** An admin gives money to an account or takes money from it, while the account uses its money. */
async function changeBalance(
  { worker, operation, account, at }: OperationContext,
  act: AdminMoneyKind,
) {
  const ctx = createRequestCtx(worker, worker.world.moderator, at);
  const { username } = account.actor;
  const { cents: amount } = operation;
  await runInTabs(operation, async () => {
    const changed = await submitForm(
      worker,
      operation,
      (key) => changeBalanceAsAdmin(ctx, { act, username, reason: 'Well done.', amount, key }),
      (key) =>
        changeBalanceAsAdmin(ctx, { act, username, reason: 'Not so well done.', amount, key }),
    );
    if (!changed) return;
    account.adminMoney += act === 'give-money' ? changed.amount : -changed.amount;
  });
}

export const adminMoneyOperations: Record<
  AdminMoneyKind,
  (context: OperationContext) => Promise<unknown>
> = {
  'give-money': (context) => changeBalance(context, 'give-money'),
  'take-money': (context) => changeBalance(context, 'take-money'),
};
