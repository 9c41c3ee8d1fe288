import { atMostText, countCharacters } from '#shared/format/texts/characters.ts';

/**
 * Marks a field whose text is too long, so that its form is not sent. The attribute `maxLength` would cut a pasted text,
 * and counts an emoji as two; these fields have four times the limit there. Returns the number of characters.
 */
export function limitCharacters(
  field: HTMLInputElement | HTMLTextAreaElement,
  max: number | undefined,
): number {
  const count = countCharacters(field.value);
  const isTooLong = max !== undefined && count > max;
  field.setCustomValidity(isTooLong ? `${atMostText(max)} Please remove ${count - max}.` : '');
  return count;
}
