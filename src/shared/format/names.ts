/**
 * Characters of a name that nobody can see: controls, joiners but those of an emoji, letters without a
 * form, and what is left out where a text is shown. A variation selector is seen behind a symbol.
 */
export const unseenInNames =
  /[\p{Cc}\u2800]|(?!\u200d)\p{Cf}|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}])\u200d|(?!\ufe0e|\ufe0f|\u200d|\p{Cf})\p{Default_Ignorable_Code_Point}/u;

/** Names that speak for the community, whatever stands around them. */
const offices = ['admin', 'administrator', 'moderator', 'guildhall'];

/** Names that speak for it by themselves. */
const reserved = new Set(
  [
    ...offices,
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
  ].map(looseSkeleton),
);

const officeSkeletons = offices.map(looseSkeleton);

/**
 * What a name of ASCII characters looks like: names with the same skeleton can be taken for each other.
 * The database has the same of usernames in an index (`username-skeleton.ts`).
 */
export function asciiSkeleton(name: string): string {
  return name
    .replace(/[I1|]/g, 'l')
    .replaceAll('0', 'o')
    .toLowerCase()
    .replaceAll('_', '-')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}

/**
 * Whether a name could be taken for one of the community's own. `name` is of ASCII characters, or what
 * others were folded to; a digit in place of a letter counts as the letter.
 */
export function speaksForCommunity(name: string): boolean {
  const words = name.split(/[^a-z0-9|]+/i).filter(Boolean);
  const whole = looseSkeleton(words.join(''));
  if (reserved.has(whole) || whole.startsWith(looseSkeleton('guildhall'))) return true;
  return words.some((word) => officeSkeletons.includes(looseSkeleton(word)));
}

/** As `asciiSkeleton`, for the few names where digits stand for letters. Digits at the end count nothing. */
function looseSkeleton(name: string): string {
  return asciiSkeleton(name.replace(/(?<=.)\d+$/, ''))
    .replaceAll('i', 'l')
    .replaceAll('3', 'e')
    .replaceAll('4', 'a')
    .replaceAll('5', 's')
    .replaceAll('7', 't');
}
