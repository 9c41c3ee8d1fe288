import type { Mutation } from './protection-mutations.ts';

const file = 'src/domain/moderation/change-balance-as-admin.ts';

/** The mutations of money that admins give and take. */
export const adminMoneyMutations: Mutation[] = [
  {
    name: 'money that an admin took is not in the log',
    patches: [
      {
        file,
        find: '  await appendToModerationLog(tx, {',
        replaceWith: "  if (act === 'give-money') await appendToModerationLog(tx, {",
      },
    ],
    statements: [],
  },
  {
    name: 'an admin gives more than the form says',
    patches: [
      {
        file,
        find: "amount: act === 'give-money' ? amount : -amount,",
        replaceWith: "amount: act === 'give-money' ? amount + 1 : -amount,",
      },
    ],
    statements: [],
  },
];
