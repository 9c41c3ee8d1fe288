import type { GameLink } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';

interface LinkedGame {
  id: number;
  name: string;
  website: string | null;
  links: GameLink[] | null;
}

/**
 * The links of a game's page: its website, and those that editors typed. Other games than those of the site have
 * links to streams and videos of their name instead.
 */
export function listPageLinks({ id, name, website, links }: LinkedGame): GameLink[] {
  const own = links ?? (id >= ownGameConstants.idsFrom ? [] : searchElsewhere(name));
  return website && isWebUrl(website) ? [{ label: 'Website', url: website }, ...own] : own;
}

const searchElsewhere = (name: string): GameLink[] => [
  { label: 'Streams', url: `https://www.twitch.tv/directory/category/${toTwitchCategory(name)}` },
  {
    label: 'Videos',
    url: `https://www.youtube.com/results?search_query=${encodeURIComponent(name)}`,
  },
];

/** The catalog provider may send any text; only an http or https URL becomes a link. */
function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/** A game's name as Twitch writes it in the URLs of its categories. */
function toTwitchCategory(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}+|['’]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return encodeURIComponent((words ?? []).join('-'));
}
