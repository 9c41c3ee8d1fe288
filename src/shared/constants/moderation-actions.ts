/** What a moderator or an admin may do to others; each is written to the log with a reason. */
export const moderationActions = [
  'suspend',
  'restore',
  'give-role',
  'grant-card',
  'delete-comment',
  'delete-discussion',
  'delete-picture',
] as const;
export type ModerationAction = (typeof moderationActions)[number];
