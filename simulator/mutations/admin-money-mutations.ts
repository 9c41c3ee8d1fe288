import type { Mutation } from './mutation.ts';

const file = 'src/domain/moderation/accounts/change-balance-as-admin.ts';

/** The mutations of money that admins give and take. */
export const adminMoneyMutations: Mutation[] = [
  {
    name: 'money that an admin took is not in the log',
    patches: [
      {
        file,
        find: '  await appendToModerationLog(tx, { ...entry',
        replaceWith: "  if (act === 'give-money') await appendToModerationLog(tx, { ...entry",
      },
    ],
    statements: [],
  },
  {
    name: 'an admin gives more than the form says',
    patches: [
      {
        file,
        find: '    amount: gained,',
        replaceWith: "    amount: act === 'give-money' ? gained + 1 : gained,",
      },
    ],
    statements: [],
  },
];
