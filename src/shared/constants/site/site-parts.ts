/** The parts of the site that admins can switch off. */
export const siteParts = [
  'market',
  'trades',
  'discussions',
  'gallery',
  'chat',
  'realmApi',
  'rawgApi',
] as const;
export type SitePart = (typeof siteParts)[number];

/** What people who want to use a part read while it is off. */
export const partOffTexts: Record<SitePart, string> = {
  market:
    'The market is switched off on this site. Your cards for sale and your orders can be taken back.',
  trades: 'Trade offers are switched off on this site. Open offers can be declined and cancelled.',
  discussions: 'Discussions are switched off on this site.',
  gallery: 'The gallery is switched off on this site.',
  chat: 'Chat is switched off on this site.',
  realmApi: 'The Realm API is switched off on this site.',
  rawgApi: 'The RAWG API is switched off on this site.',
};

/** The setting that says whether a part is on. */
export type PartSetting = `${SitePart}Part`;

export function partSetting(part: SitePart): PartSetting {
  return `${part}Part`;
}
