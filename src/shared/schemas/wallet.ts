import { z } from 'zod';
import { walletConstants } from '../constants/wallet.ts';
import { type AmountRules, readAmount, topUpRules } from '../format/amount.ts';
import { itemsPerPageOr } from './list-query.ts';
import { pageNumber } from './paging.ts';

/** The key of a form that moves money or cards. */
export const idempotencyKeyInput = z.uuid('Reload the page and try again.');

/** An amount as typed; it goes on in cents. */
export function amountInput(rules: AmountRules) {
  return z.string(rules.empty).transform((text, issues) => {
    const amount = readAmount(text, rules);
    if ('cents' in amount) return amount.cents;
    issues.addIssue({ code: 'custom', message: amount.problem });
    return z.NEVER;
  });
}

export const topUpAmountInput = amountInput(topUpRules);

/** The Add Money form. */
export const addMoneyInput = z.object({ key: idempotencyKeyInput, amount: topUpAmountInput });

export const keyedInput = z.object({ key: idempotencyKeyInput });

/** The wallet's address: `?perPage=…&page=…`. */
export const walletQuery = z.object({
  perPage: itemsPerPageOr(walletConstants.pageSize),
  page: pageNumber(),
});
