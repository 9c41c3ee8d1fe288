import { register } from '#domain/accounts/registration/register.ts';
import type { Actor } from '#domain/actor.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import { registerInput } from '#shared/schemas/accounts/accounts.ts';
import { addAccount } from './model.ts';
import { type OperationContext, runInTabs } from './operation-context.ts';
import { createAccountCtx, createRequestCtx } from './request-contexts.ts';
import { runUntilAnswered, submitForm, type Worker } from './simulation-state.ts';

/** What the next new player types. */
export function createRegisterInput({ world }: Worker) {
  world.registeredPlayers += 1;
  const username = `Newcomer${world.registeredPlayers}`;
  const email = `${username}@example.com`;
  return registerInput.parse({ username, email, password: 'not a secret' });
}

/** Registers a player; null if that was refused. */
export async function registerNewPlayer(worker: Worker, at: number) {
  const actor = await runUntilAnswered(worker, 'register', () => registerPlayer(worker, at));
  return actor && addAccount(worker.world.model, actor);
}

async function registerPlayer(worker: Worker, at: number): Promise<Actor> {
  const { db } = worker.database;
  const input = createRegisterInput(worker);
  const ctx = createRequestCtx(worker, null, at);
  await register(ctx, input);
  const user = await db.query.users.findFirst({
    where: (table, { eq }) => eq(table.username, input.username.toLowerCase()),
  });
  if (!user) throw new Error('The account that was just registered does not exist.');
  const { id, name, profilePic, role, registeredAt } = user;
  const sessionId = 'none';
  const rest = {
    heldRole: role,
    factorDueAt: null,
    keysChangeAt: null,
    furtherRoles: [],
    rights: [],
    isFactorOverdue: false,
    balance: 0,
    rewardClaimed: false,
    marketView: 'items' as const,
    appearance: null,
    ageLimit: null,
    groupIds: [],
    sessionId,
  };
  return { id, username: input.username, name, profilePic, role, registeredAt, ...rest };
}

/** Adds play money to the account of the operation. */
export async function topUp(
  { worker, operation, account, at }: OperationContext,
  amount: number,
): Promise<void> {
  const ctx = await createAccountCtx(worker, account, at);
  await runInTabs(operation, async () => {
    const added = await submitForm(
      worker,
      operation,
      (key) => addMoney(ctx, { amount, key }),
      (key) => addMoney(ctx, { amount: amount + 1, key }),
    );
    if (added) account.topUps += added.amount;
  });
}
