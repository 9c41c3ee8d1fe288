/** Actions of moderators and admins. Each is written to the moderation log with a reason. */
export const moderationActions = [
  'suspend',
  'restore',
  'give-role',
  'give-further-role',
  'take-further-role',
  'remove-factors',
  'grant-card',
  'delete-comment',
  'delete-discussion',
  'delete-picture',
] as const;
export type ModerationAction = (typeof moderationActions)[number];
