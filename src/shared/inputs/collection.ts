import { z } from 'zod';
import { market, money } from '../limits.ts';
import { formatMoney, parseDecimal } from '../money.ts';
import { idempotencyKeyInput } from './money.ts';
import { pageNumber } from './paging.ts';

const range = `Enter an amount from ${formatMoney(market.priceMinCents)} to ${formatMoney(money.balanceMaxCents)}.`;

/** The form that buys what a set lacks; `maximum` comes as typed and goes on in cents. */
export const buyMissingInput = z.object({
  key: idempotencyKeyInput,
  maximum: z.string(range).transform((text, issues) => {
    const cents = parseDecimal(text);
    if (cents !== null && cents >= market.priceMinCents && cents <= money.balanceMaxCents) {
      return cents;
    }
    const message =
      cents === null && text.trim() !== '' ? 'Enter an amount such as 20 or 20.50.' : range;
    issues.addIssue({ code: 'custom', message });
    return z.NEVER;
  }),
});

/** `?order=…` names the form whose report is shown; what names none counts as left out. */
export const collectionQuery = z.object({ order: z.uuid().nullable().catch(null).default(null) });

export const collectionsQuery = z.object({ page: pageNumber(1_000) });
