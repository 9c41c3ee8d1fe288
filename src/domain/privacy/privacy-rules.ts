import type { Audience, PrivateSubject } from '#shared/constants/privacy.ts';
import type { PrivacySettings } from './read-privacy.ts';

/** What a reader is to the owner. A visitor without an account is a stranger. */
export type ReaderKind = 'owner' | 'friend' | 'stranger';

/**
 * The audiences to which a reader belongs. The policy functions below and the SQL conditions of
 * `privacy-conditions.ts` both follow this table. Moderators and admins have no row of their own.
 */
export const audiencesOf: Record<ReaderKind, readonly Audience[]> = {
  owner: ['everybody', 'friends', 'nobody'],
  friend: ['everybody', 'friends'],
  stranger: ['everybody'],
};

/** A reader, and the settings of the owner that a question needs. */
export interface PrivacyQuestion<Subject extends PrivateSubject> {
  reader: ReaderKind;
  settings: Pick<PrivacySettings, `${Subject}Visibility`>;
}

/** The cards, the badges and the best cards. What the owner put in the showcase is always visible. */
export const canSeeInventory = ({ reader, settings }: PrivacyQuestion<'inventory'>): boolean =>
  audiencesOf[reader].includes(settings.inventoryVisibility);

/** The owned games and their number. */
export const canSeeGames = ({ reader, settings }: PrivacyQuestion<'games'>): boolean =>
  audiencesOf[reader].includes(settings.gamesVisibility);

/** The friends and their number. */
export const canSeeFriends = ({ reader, settings }: PrivacyQuestion<'friends'>): boolean =>
  audiencesOf[reader].includes(settings.friendsVisibility);

/** The time played and the last day of play. */
export const canSeeActivity = ({ reader, settings }: PrivacyQuestion<'activity'>): boolean =>
  audiencesOf[reader].includes(settings.activityVisibility);

/** Whether the owner is Online. */
export const canSeePresence = ({ reader, settings }: PrivacyQuestion<'presence'>): boolean =>
  audiencesOf[reader].includes(settings.presenceVisibility);

/** What the game that the owner is playing now tells: presence, an owned game, and the last day of play. */
export const currentGameSubjects = ['presence', 'games', 'activity'] as const;

/** The game that the owner is playing now. */
export const canSeeCurrentGame = (
  question: PrivacyQuestion<(typeof currentGameSubjects)[number]>,
): boolean => canSeePresence(question) && canSeeGames(question) && canSeeActivity(question);
