import { z } from 'zod';
import { money } from '../limits.ts';
import { formatMoney, parseDecimal } from '../money.ts';
import { pageNumber } from './paging.ts';

/** The key of a form that moves money or cards. */
export const idempotencyKeyInput = z.uuid('Reload the page and try again.');

const range = `Enter an amount from ${formatMoney(money.topUpMinCents)} to ${formatMoney(money.topUpMaxCents)}.`;

/** The Add Money form; `amount` comes as typed and goes on in cents. */
export const addMoneyInput = z.object({
  key: idempotencyKeyInput,
  amount: z.string(range).transform((text, issues) => {
    const cents = parseDecimal(text);
    if (cents !== null && cents >= money.topUpMinCents && cents <= money.topUpMaxCents) {
      return cents;
    }
    const message =
      cents === null && text.trim() !== '' ? 'Enter an amount such as 20 or 20.50.' : range;
    issues.addIssue({ code: 'custom', message });
    return z.NEVER;
  }),
});

export const keyedInput = z.object({ key: idempotencyKeyInput });

export const walletQuery = z.object({ page: pageNumber() });
