/** Who can become a player: everybody, people with an invitation, or nobody. */
export const registrationModes = ['open', 'invitation', 'closed'] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Why somebody cannot register or play as a guest, by mode. */
export const closedRegistrationTexts = {
  closed: 'Nobody can register on this site at the moment.',
  invitation: 'You need an invitation to join this site.',
} as const;
