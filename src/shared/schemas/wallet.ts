import { z } from 'zod';
import { siteRuleConstants } from '../constants/site/site-settings.ts';
import { walletConstants } from '../constants/wallet.ts';
import { type AmountRules, parseAmount, topUpRules } from '../format/amounts/amount-field.ts';
import { itemsPerPageOr } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';

/** The idempotency key of a form that moves money or cards. */
export const idempotencyKeyInput = z.uuid('Reload the page and try again.');

/** A typed amount, parsed to cents. */
export function amountInput(rules: AmountRules) {
  return z.string(rules.emptyText).transform((text, issues) => {
    const amount = parseAmount(text, rules);
    if ('cents' in amount) return amount.cents;
    issues.addIssue({ code: 'custom', message: amount.problem });
    return z.NEVER;
  });
}

/** A typed amount, parsed to cents; null for an empty field. */
export function optionalAmountInput(rules: AmountRules) {
  const amount = amountInput(rules);
  return z
    .string(rules.emptyText)
    .trim()
    .transform((text) => text || null)
    .pipe(amount.nullable());
}

/**
 * An amount of play money in cents. The error texts name `maxCents`, which the site allows at a time. Larger amounts
 * are parsed too: the same form may have been carried out before the site allowed less.
 */
export const topUpAmountInput = (maxCents: number) =>
  amountInput({ ...topUpRules(maxCents), max: siteRuleConstants.topUpMaxCents });

/** The Add Money form. `maxCents` is what the site allows at a time. */
export const addMoneyInput = (maxCents: number) =>
  z.object({ key: idempotencyKeyInput, amount: topUpAmountInput(maxCents) });

export const keyedInput = z.object({ key: idempotencyKeyInput });

/** The form that buys a game. `price` is the shown price in cents. */
export const buyGameInput = z.object({
  key: idempotencyKeyInput,
  price: z
    .string('Reload the page and try again.')
    .regex(/^\d{1,7}$/, 'Reload the page and try again.')
    .transform(Number),
});

/** The query of the wallet: `?perPage=…&page=…`. */
export const walletQuery = z.object({
  perPage: itemsPerPageOr(walletConstants.pageSize),
  page: pageNumber(),
});
