import type { FormEvent } from 'react';
import { parseAmount, priceRules } from '#shared/format/amounts/amount-field.ts';

/**
 * Stops a form with an invalid price and moves the focus to its field. Returns what is wrong with the price;
 * null for a valid one.
 */
export function checkPrice(event: FormEvent<HTMLFormElement>): string | null {
  const field = event.currentTarget.elements.namedItem('price');
  if (!(field instanceof HTMLInputElement)) return null;
  const price = parseAmount(field.value, priceRules);
  if (!('problem' in price)) return null;
  event.preventDefault();
  field.focus();
  return price.problem;
}
