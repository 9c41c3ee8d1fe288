import { z } from 'zod';
import { ownGameConstants } from '../../constants/catalog/own-games.ts';
import { gameKeyConstants } from '../../constants/game-library/game-keys.ts';
import { isLongerThan } from '../../format/texts/characters.ts';
import { tickedBox } from '../fields/ticked-box.ts';

/** The form with a list of keys. The list may be long: the domain checks each line. */
export const gameKeysInput = z.object({
  list: z.string().max(gameKeyConstants.fileBytesMax, 'A list may have 1 MB at most.').default(''),
});

/** The form that says which column of a table has the keys, and whether its first row is a heading. */
export const keyColumnInput = z.object({
  // Browsers send line ends as two characters.
  table: z.string().max(2 * gameKeyConstants.fileBytesMax, 'A file may have 1 MB at most.'),
  column: z.coerce.number('Choose a column.').int().min(0).max(gameKeyConstants.columnsMax),
  firstRow: z
    .enum(['heading', 'key'], 'Say what the first row is.')
    .transform((firstRow) => firstRow === 'heading'),
});

/** The query of the page: `ask` asks before something is removed, `done`, `failed` and `why` say what a form did. */
export const gameDeliveryQuery = z.object({
  ask: z.enum(['remove-keys', 'remove-web-game']).nullable().catch(null),
  done: z.literal('web-game').nullable().catch(null),
  failed: z.string().max(50).nullable().catch(null),
  why: z.string().max(50).nullable().catch(null),
});

const addressText = `Enter an address that starts with https://, of at most ${ownGameConstants.linkMax} characters.`;

/** Only names and ports that a content security policy can contain, and no login in the address. */
function isSecureAddress(text: string): boolean {
  if (isLongerThan(text, ownGameConstants.linkMax) || /[\s"<>]/.test(text)) return false;
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' &&
    /^[a-z0-9.-]+$/.test(url.hostname) &&
    url.username === '' &&
    url.password === ''
  );
}

const secureAddress = z
  .string(addressText)
  .default('')
  .transform((text) => text.trim())
  .refine((text) => text === '' || isSecureAddress(text), addressText)
  .transform((text) => (text === '' ? null : new URL(text).href));

/** The form with the addresses that owners get; an empty one removes it. */
export const gameLinksInput = z.object({ link: secureAddress, playUrl: secureAddress });

/** The form that sets whether a game that is played here is isolated from other origins. */
export const gameIsolationInput = z.object({
  isolated: tickedBox('yes'),
});
