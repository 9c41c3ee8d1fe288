/**
 * Puts a text on one line of at most `max` characters. A longer text is cut after a word and gets an
 * ellipsis, which counts as a character.
 */
export function truncateText(text: string, max: number): string {
  const characters = [
    ...text
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim(),
  ];
  if (characters.length <= max) return characters.join('');
  const start = characters.slice(0, max).join('');
  const atWord = /^(.*)\s\S*$/su.exec(start)?.[1] ?? '';
  // A single long word is cut at the limit.
  const cut = [...atWord].length > max / 2 ? atWord : characters.slice(0, max - 1).join('');
  return `${cut.replace(/[\p{P}\s]+$/u, '')}…`;
}
