import type { Mutation } from './mutation.ts';

const file = 'src/domain/codes/redeem-code.ts';

/** The mutations of codes. */
export const codeMutations: Mutation[] = [
  {
    name: 'a code is redeemed more often than it allows',
    patches: [{ file, find: '        lt(codes.uses, codes.usesMax),\n', replaceWith: '' }],
    statements: ['alter table codes drop constraint codes_uses'],
  },
  {
    name: 'a code is redeemed after it was withdrawn',
    patches: [{ file, find: '        isNull(codes.withdrawnAt),\n', replaceWith: '' }],
    statements: [],
  },
  {
    name: 'an account redeems more codes of a batch than it may',
    patches: [
      {
        file,
        find: '  if (earlier >= batch.accountMax)',
        replaceWith: '  if (earlier > batch.accountMax)',
      },
    ],
    statements: [],
  },
  {
    name: 'a code gives more money than it says',
    patches: [
      {
        file: 'src/domain/codes/give-code-content.ts',
        find: 'const amount = batch.amount ?? 0;',
        replaceWith: 'const amount = (batch.amount ?? 0) + 1;',
      },
    ],
    statements: [],
  },
];
