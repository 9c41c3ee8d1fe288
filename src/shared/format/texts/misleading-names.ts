/**
 * Invisible characters in names: control characters, joiners outside emoji, letters without a glyph, and
 * ignorable code points. A variation selector after a symbol is visible.
 */
export const invisibleInNames =
  /[\p{Cc}\u2800]|(?!\u200d)\p{Cf}|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}])\u200d|(?!\ufe0e|\ufe0f|\u200d|\p{Cf})\p{Default_Ignorable_Code_Point}/u;

/** Words that make a name look official anywhere in it. */
const officialWords = ['admin', 'administrator', 'moderator', 'guildhall'];

/** Whole names that look official. */
const officialNames = new Set(
  [
    ...officialWords,
    'admins',
    'moderators',
    'mod',
    'mods',
    'official',
    'operator',
    'root',
    'staff',
    'superuser',
    'support',
    'sysadmin',
    'help',
    'helpdesk',
    'security',
    'system',
    'webmaster',
    'postmaster',
  ].map(toLooseSkeleton),
);

const officialSkeletons = officialWords.map(toLooseSkeleton);

/**
 * The skeleton of an ASCII name: names with the same skeleton look alike. The database has the same function
 * in an index of usernames (`username-skeleton.ts`).
 */
export function toAsciiSkeleton(name: string): string {
  return name
    .replace(/[I1|]/g, 'l')
    .replaceAll('0', 'o')
    .toLowerCase()
    .replaceAll('_', '-')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/**
 * Whether a name could be mistaken for an official one. `name` is ASCII; other characters must be folded
 * before. A digit that looks like a letter counts as the letter.
 */
export function looksOfficial(name: string): boolean {
  const words = name.split(/[^a-z0-9|]+/i).filter(Boolean);
  const whole = toLooseSkeleton(words.join(''));
  if (officialNames.has(whole) || whole.startsWith(toLooseSkeleton('guildhall'))) return true;
  return words.some((word) => officialSkeletons.includes(toLooseSkeleton(word)));
}

/** As `toAsciiSkeleton`, but digits also stand for letters and digits at the end are ignored. */
function toLooseSkeleton(name: string): string {
  return toAsciiSkeleton(name.replace(/(?<=.)\d+$/, ''))
    .replaceAll('i', 'l')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('7', 't');
}
