/**
 * A text on one line of at most `max` characters: cut after a word where there is one, with an ellipsis
 * that counts.
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
  // A single long word is cut where it has to be.
  const kept = [...atWord].length > max / 2 ? atWord : characters.slice(0, max - 1).join('');
  return `${kept.replace(/[\p{P}\s]+$/u, '')}…`;
}
