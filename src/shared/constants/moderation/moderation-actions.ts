/** Actions of moderators and admins. Each is written to the moderation log with a reason. */
export const moderationActions = [
  'suspend',
  'restore',
  'give-role',
  'give-further-role',
  'take-further-role',
  'remove-factors',
  'make-reset-link',
  'export-data',
  'delete-account',
  'grant-card',
  'give-money',
  'take-money',
  'delete-comment',
  'delete-discussion',
  'delete-picture',
  'delete-message',
  'hide-comment',
  'hide-discussion',
  'hide-picture',
  'hide-message',
  'show',
  'approve',
  'warn',
  'withdraw-warning',
  'mute',
  'lift-mute',
  'close-report',
  'reopen-case',
  'read-messages',
  'decide-appeal',
] as const;
export type ModerationAction = (typeof moderationActions)[number];

/** The acts that a player can appeal. */
export const appealableActions = [
  'suspend',
  'delete-comment',
  'delete-discussion',
  'delete-picture',
  'delete-message',
  'hide-comment',
  'hide-discussion',
  'hide-picture',
  'hide-message',
  'warn',
  'mute',
  'take-money',
] as const satisfies readonly ModerationAction[];
export type AppealableAction = (typeof appealableActions)[number];

/** The acts that take back another act. Each is an entry of the log of its own. */
export const undoingActions = [
  'restore',
  'show',
  'withdraw-warning',
  'lift-mute',
] as const satisfies readonly ModerationAction[];

/** What moderators can take back, and the act that does it. */
export const undoOf: Readonly<Partial<Record<ModerationAction, (typeof undoingActions)[number]>>> =
  {
    suspend: 'restore',
    mute: 'lift-mute',
    warn: 'withdraw-warning',
    'hide-comment': 'show',
    'hide-discussion': 'show',
    'hide-picture': 'show',
    'hide-message': 'show',
  };

/** The acts that a player is told of, with their reason. */
export const noticedActions = [
  ...appealableActions,
  ...undoingActions,
  'approve',
  'give-money',
] as const satisfies readonly ModerationAction[];
export type NoticedAction = (typeof noticedActions)[number];

/** What the notification of its player says. */
export const actNotices: Readonly<Record<NoticedAction, string>> = {
  suspend: 'A moderator suspended your account.',
  'delete-comment': 'A moderator deleted a comment of yours.',
  'delete-discussion': 'A moderator deleted a discussion of yours.',
  'delete-picture': 'A moderator deleted a picture of yours.',
  'delete-message': 'A moderator deleted a message of yours.',
  'hide-comment': 'A moderator hid a comment of yours.',
  'hide-discussion': 'A moderator hid a discussion of yours.',
  'hide-picture': 'A moderator hid a picture of yours.',
  'hide-message': 'A moderator hid a message of yours.',
  show: 'A moderator restored something of yours that was hidden.',
  approve: 'A moderator approved something of yours: everybody can see it.',
  restore: 'A moderator ended the suspension of your account.',
  'withdraw-warning': 'A moderator took back a warning.',
  'lift-mute': 'A moderator ended your mute: you can write again.',
  warn: 'A moderator warned you.',
  mute: 'A moderator muted you: you cannot write for a while.',
  'take-money': 'An admin took money from you.',
  'give-money': 'An admin gave you money.',
};

export function isNoticed(act: ModerationAction): act is NoticedAction {
  return noticedActions.some((one) => one === act);
}

export function isAppealable(act: ModerationAction): act is AppealableAction {
  return appealableActions.some((one) => one === act);
}
