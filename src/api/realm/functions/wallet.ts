import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { getRules } from '#domain/site/current-rules.ts';
import { addMoney } from '#domain/wallet/add-money.ts';
import { claimDailyReward } from '#domain/wallet/claim-daily-reward.ts';
import { getLastRewardDay } from '#domain/wallet/get-last-reward-day.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { topUpAmountInput } from '#shared/schemas/wallet.ts';
import { actorArgument, loginIdArgument, valueArgument } from './arguments.ts';
import { defineSignature, type RealmFunction } from './define-function.ts';
import { toDollars } from './to-response.ts';

export const moneyFunctions: RealmFunction[] = [
  {
    name: 'updateUserMoney',
    group: 'Money',
    callers: 'player',
    errorStyle: 'throws',
    description:
      'Adds play money to your wallet. The server limits the amount per call and per UTC day. The function cannot take money away.',
    signatures: [
      defineSignature(
        [
          actorArgument('username'),
          valueArgument(
            'amount',
            'number',
            z.number(),
            '1.00 to the largest amount that the site allows at a time, usually 500.00. At most two decimals.',
          ),
        ],
        async (ctx, { amount: sent }) => {
          const { topUpSingleCents } = await getRules(ctx);
          const topUp = z.object({ amount: topUpAmountInput(topUpSingleCents) });
          const { amount } = parseInput(topUp, { amount: String(sent) });
          const { balance } = await addMoney(ctx, { amount, key: randomUUID() });
          return { success: true, money: toDollars(balance) };
        },
      ),
    ],
    example: { arguments: ['Ada', 20], answer: { success: true, money: 32.5 } },
  },
  {
    name: 'getLastClaimDate',
    group: 'Money',
    callers: 'logged in',
    errorStyle: 'throws',
    description: 'The UTC day on which you last claimed the daily reward; null if you never did.',
    signatures: [
      defineSignature([actorArgument('username'), loginIdArgument()], async (ctx) => ({
        lastClaimDate: await getLastRewardDay(ctx),
      })),
    ],
    example: { arguments: ['Ada', null], answer: { lastClaimDate: '2026-03-14' } },
  },
  {
    name: 'claimDailyReward',
    group: 'Money',
    callers: 'logged in',
    errorStyle: 'success or error',
    description:
      'Claims the daily reward, once per UTC day. Returns the amount and the new balance.',
    signatures: [
      defineSignature([actorArgument('username'), loginIdArgument()], async (ctx) => {
        const { amount, balance } = await claimDailyReward(ctx, { key: randomUUID() });
        return { success: true, amount: toDollars(amount), money: toDollars(balance) };
      }),
    ],
    example: {
      arguments: ['Ada', null],
      answer: { success: true, amount: 20, money: 32.5 },
    },
  },
];
