import { z } from 'zod';
import { codeConstants as limits } from '../constants/codes.ts';
import { adminMoneyRules } from '../format/amounts/admin-money-rules.ts';
import { readCode } from '../format/codes.ts';
import { atMostText } from '../format/texts/characters.ts';
import { amountInput } from './fields/amount.ts';
import { idempotencyKeyInput } from './fields/idempotency-key.ts';
import { removeDirectionControls } from './fields/normalize-text.ts';
import { ofAccount } from './fields/of-account.ts';
import { pageNumber } from './fields/paging.ts';
import { chosenNumber, wholeNumberBetween } from './fields/whole-number.ts';

/** The query of lists of codes. Invalid values are ignored. */
export const codesQuery = z.object({ page: pageNumber(limits.pageMax) });

/** The query of the list of batches: `of` is the username of the account that made them. */
export const codeBatchesQuery = z.object({
  of: ofAccount,
  page: pageNumber(limits.pageMax),
});

const between = (max: number) =>
  wholeNumberBetween(1, max, `Enter a whole number, from 1 to ${max}.`);

const nameInput = (problem: string) => z.string(problem).trim().min(1, problem).max(200, problem);

const common = {
  key: idempotencyKeyInput,
  note: z
    .string()
    .overwrite((text) => removeDirectionControls(text).trim())
    .max(limits.noteMax, atMostText(limits.noteMax))
    .default(''),
  count: between(limits.batchMax),
  uses: between(limits.usesMax),
  accountMax: between(limits.accountMax),
  days: chosenNumber(limits.validDays, 'Choose how long.'),
};

/** A form that makes codes. */
export const codesInput = z.discriminatedUnion(
  'kind',
  [
    z.object({ ...common, kind: z.literal('money'), amount: amountInput(adminMoneyRules) }),
    z.object({ ...common, kind: z.literal('game'), game: nameInput('Enter the name of a game.') }),
    z.object({
      ...common,
      kind: z.literal('card'),
      game: nameInput('Enter the name of a game.'),
      card: nameInput('Enter the name of a card of this game.'),
    }),
    z.object({ ...common, kind: z.literal('group'), groupId: z.uuid('Choose a group.') }),
    z.object({ ...common, kind: z.literal('invitation') }),
  ],
  'Choose what the codes give.',
);
export type CodesInput = z.output<typeof codesInput>;

/** A form that redeems a code. */
export const redeemInput = z.object({
  key: idempotencyKeyInput,
  code: z
    .string('Enter a code.')
    .trim()
    .min(1, 'Enter a code.')
    .max(limits.typedMax, 'This is too long for a code.'),
});

/** A form that withdraws all codes that an account made. */
export const withdrawAllCodesInput = z.object({ of: z.string().min(1).max(64) });

/** A form that withdraws a code, or all of a batch. */
export const withdrawCodesInput = z.object({ codeId: z.uuid().optional() });

/** The query of `/redeem`: the code of a link. */
export const redeemQuery = z.object({
  code: z
    .string()
    .catch('')
    .transform((typed) => (readCode(typed) === null ? '' : typed)),
});
