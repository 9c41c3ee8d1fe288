import type { Right } from '../../rules/rights.ts';
import { rightTexts } from './right-texts.ts';
import type { Role } from './roles.ts';

/** What accounts of each rank may do that those of the rank before may not, one right a sentence. */
export const roleRightTexts: Record<Role, readonly string[]> = {
  guest: ['May buy and play games, collect cards and comment on public discussions.'],
  player: ['May trade, add money, write to friends, post pictures and start discussions.'],
  moderator: [
    'May hide, restore and delete comments, discussions and pictures of others.',
    'May suspend and restore guests and players, and take back warnings and mutes of them.',
    'May read the moderation log, the trading pairs and the filters of words and links.',
    'May approve and decline texts and pictures that wait.',
    'May write notes about guests and players, which only moderators and admins read.',
  ],
  admin: [
    'May suspend and restore moderators.',
    'May make players moderators and take that role away.',
    'May make players and moderators admins, and take that role away while another admin is left.',
    'May search all accounts, also by email address.',
    'May make reset links, remove second factors, make exports and delete accounts for their owners.',
    'May make further roles, and give and take them.',
    'May change the filters of words and links, and which texts of new accounts wait.',
    'May give cards to players.',
    'May give money to players and take money from them, with a reason that they read.',
    'May see the figures of the economy and the results of its audit.',
    'May see the keys of the file service.',
    'May do what every further role may do.',
  ],
};

/** What the holders of a further role may do, as sentences. */
export function listRightTexts(rights: readonly Right[]): readonly string[] {
  const texts = rights.map((right) => rightTexts[right]);
  return texts.length > 0 ? texts : ['May buy games that are limited to this role.'];
}
