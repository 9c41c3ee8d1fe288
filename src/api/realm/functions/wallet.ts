import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { addMoney } from '#domain/wallet/add-money.ts';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { getLastRewardDay } from '#domain/wallet/get-last-reward-day.ts';
import { topUpAmountInput } from '#shared/schemas/wallet.ts';
import { actor, loginId, value } from './arguments.ts';
import { type FunctionRow, form } from './define-function.ts';
import { readInput } from './read-input.ts';
import { dollars } from './response-shapes.ts';

const topUp = z.object({ amount: topUpAmountInput });

export const moneyFunctions: FunctionRow[] = [
  {
    name: 'updateUserMoney',
    group: 'Money',
    callers: 'player',
    tellsNo: 'throws',
    says: 'Adds play money to your wallet, within the limits of a top-up. It takes none away.',
    forms: [
      form(
        [
          actor('username'),
          value('amount', 'number', z.number(), '1.00 to 500.00, with two decimals at most.'),
        ],
        async (ctx, [, sent]) => {
          const { amount } = readInput(topUp, { amount: String(sent) });
          const { balance } = await addMoney(ctx, { amount, key: randomUUID() });
          return { success: true, money: dollars(balance) };
        },
      ),
    ],
    example: { arguments: ['Ada', 20], answer: { success: true, money: 32.5 } },
  },
  {
    name: 'getLastClaimDate',
    group: 'Money',
    callers: 'logged in',
    tellsNo: 'throws',
    says: 'The day (UTC) of your last daily reward; null before the first.',
    forms: [
      form([actor('username'), loginId()], async (ctx) => ({
        lastClaimDate: await getLastRewardDay(ctx),
      })),
    ],
    example: { arguments: ['Ada', null], answer: { lastClaimDate: '2026-03-14' } },
  },
  {
    name: 'claimDailyReward',
    group: 'Money',
    callers: 'logged in',
    tellsNo: 'success or error',
    says: 'Claims the daily reward, once per calendar day in UTC.',
    forms: [
      form([actor('username'), loginId()], async (ctx) => {
        const { amount, balance } = await claimDailyReward(ctx, { key: randomUUID() });
        return { success: true, amount: dollars(amount), money: dollars(balance) };
      }),
    ],
    example: {
      arguments: ['Ada', null],
      answer: { success: true, amount: 20, money: 32.5 },
    },
  },
];
