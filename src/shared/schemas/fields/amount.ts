import { z } from 'zod';
import { type AmountRules, parseAmount } from '../../format/amounts/amount-field.ts';

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
