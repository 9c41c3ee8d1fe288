const pairs = /[\ud800-\udbff][\udc00-\udfff]/g;

/**
 * The number of characters of a text as Postgres counts them (`char_length`): code points. An emoji is one or
 * more, where `length` counts two for each.
 */
export function countCharacters(text: string): number {
  return text.length - (text.match(pairs)?.length ?? 0);
}

/** The first `max` characters of a text. It never ends within a character, as a cut by `slice` can. */
export function cutCharacters(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.slice(0, 2 * max);
  return countCharacters(end) <= max ? end : [...end].slice(0, max).join('');
}

/** Whether a text has more than `max` characters. It does not count a text that cannot be that short. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && (text.length > 2 * max || countCharacters(text) > max);
}

/** The text for a field that is too long. */
export const atMostText = (max: number) => `At most ${max.toLocaleString('en-US')} characters.`;
