import { z } from 'zod';
import { siteRuleConstants } from '../constants/site/site-settings.ts';
import { walletConstants } from '../constants/wallet.ts';
import { topUpRules } from '../format/amounts/amount-field.ts';
import { amountInput } from './fields/amount.ts';
import { idempotencyKeyInput } from './fields/idempotency-key.ts';
import { itemsPerPageOr } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';

/**
 * An amount of play money in cents. The error texts name `maxCents`, which the site allows at a time. Larger amounts
 * are parsed too: the same form may have been carried out before the site allowed less.
 */
export const topUpAmountInput = (maxCents: number) =>
  amountInput({ ...topUpRules(maxCents), max: siteRuleConstants.topUpMaxCents });

/** The Add Money form. `maxCents` is what the site allows at a time. */
export const addMoneyInput = (maxCents: number) =>
  z.object({ key: idempotencyKeyInput, amount: topUpAmountInput(maxCents) });

/** The query of the wallet: `?perPage=…&page=…`. */
export const walletQuery = z.object({
  perPage: itemsPerPageOr(walletConstants.pageSize),
  page: pageNumber(),
});
