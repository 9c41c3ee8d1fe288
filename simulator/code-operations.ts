import { randomUUID } from 'node:crypto';
import { makeCodes } from '#domain/codes/make-codes.ts';
import { redeemCode } from '#domain/codes/redeem-code.ts';
import { withdrawCodes } from '#domain/codes/withdraw-codes.ts';
import type { CodesInput } from '#shared/schemas/codes.ts';
import type { Account, ModelCode } from './model.ts';
import { type OperationContext, pick, runInTabs } from './operation-context.ts';
import type { Operation, OperationKind } from './operations.ts';
import { createAccountCtx, createRequestCtx } from './request-contexts.ts';
import { count, runUntilAnswered, submitForm, type World } from './simulation-state.ts';

type CodeKind = Extract<OperationKind, 'make-codes' | 'withdraw-codes' | 'redeem-code'>;

/** Few enough that several accounts redeem the same code. */
const visibleMax = 12;

function chooseGift({ choice, cents }: Operation, { gameNames, codesGroupId }: World) {
  const game = pick(gameNames, choice >> 2) ?? '';
  const card = pick(['Crown', 'Dog', 'Boring'], choice >> 4) ?? '';
  const money = { kind: 'money', amount: Math.min(cents, 100_00) } as const;
  const group = { kind: 'group', groupId: codesGroupId } as const;
  const gifts = [money, { kind: 'game', game } as const, { kind: 'card', game, card } as const];
  return [...gifts, group, money][choice % 5];
}

/** Codes that an admin makes and withdraws while accounts redeem them. */
export const codeOperations: Record<CodeKind, (context: OperationContext) => Promise<unknown>> = {
  async 'make-codes'({ worker, operation, at }) {
    const { moderator, model } = worker.world;
    const ctx = createRequestCtx(worker, moderator, at);
    const { choice } = operation;
    const [uses, accountMax] = [1 + (choice % 6), 1 + (choice % 3)];
    const common = { key: randomUUID(), note: '', count: 1 + (choice % 2), uses, accountMax };
    const input = { ...common, days: 7, ...chooseGift(operation, worker.world) } as CodesInput;
    // After a lost answer nobody knows the codes.
    const make = () => makeCodes(ctx, input);
    const made = await runUntilAnswered(worker, 'make-codes', make, operation.failure);
    if (!made) return;
    const batch = { batchId: made.batchId, accountMax, by: new Map<Account, number>() };
    for (const code of made.codes) {
      model.codes.push({ code, batch, usesMax: uses, uses: 0, isWithdrawn: false });
      if (model.codes.length > visibleMax) model.codes.shift();
    }
  },

  async 'withdraw-codes'({ worker, operation, at }) {
    const { moderator, model } = worker.world;
    const batch = pick(model.codes, operation.choice)?.batch;
    if (!batch) return count(worker.world.done, 'withdraw-codes: no code available');
    const ctx = createRequestCtx(worker, moderator, at);
    const { batchId } = batch;
    const withdraw = () => withdrawCodes(ctx, { batchId });
    const done = await runUntilAnswered(worker, 'withdraw-codes', withdraw, operation.failure);
    if (done === null) return;
    for (const code of model.codes) if (code.batch === batch) code.isWithdrawn = true;
  },

  async 'redeem-code'({ worker, operation, account, at }) {
    const { model } = worker.world;
    const chosen = pick(model.codes, operation.choice);
    if (!chosen) return count(worker.world.done, 'redeem-code: no code available');
    const other = pick(model.codes, operation.choice + 1);
    const ctx = await createAccountCtx(worker, account, at);
    const { isWithdrawn } = chosen;
    await runInTabs(operation, async () => {
      const redeemed = await submitForm(
        worker,
        operation,
        (key) => redeemCode(ctx, { code: chosen.code, key }),
        (key) => redeemCode(ctx, { code: other === chosen ? '' : (other?.code ?? ''), key }),
      );
      if (!redeemed) return;
      if (isWithdrawn) model.violations.push(`code ${chosen.code} was redeemed after its end`);
      recordUse(account, chosen, model.violations);
      if (redeemed.kind === 'money') account.adminMoney += redeemed.amount;
      if (redeemed.kind === 'game') {
        if (account.games.has(redeemed.gameId))
          model.violations.push(`game ${redeemed.gameId} was given to its owner`);
        account.games.add(redeemed.gameId);
      }
      if (redeemed.kind === 'card') account.grants += 1;
      if (redeemed.kind === 'group') {
        // Nobody leaves this group.
        if (account.isInCodesGroup) model.violations.push('a code led a member into its group');
        account.isInCodesGroup = true;
      }
    });
  },
};

function recordUse(account: Account, code: ModelCode, violations: string[]): void {
  const { by, accountMax } = code.batch;
  code.uses += 1;
  by.set(account, (by.get(account) ?? 0) + 1);
  if (code.uses > code.usesMax) violations.push(`code ${code.code} was redeemed too often`);
  if ((by.get(account) ?? 0) > accountMax)
    violations.push(`${account.actor.username} redeemed too many codes of a batch`);
}
