import type { ModerationAction } from '#shared/constants/moderation/moderation-actions.ts';

/** The names of moderation actions in filters and in the log. */
export const actionNames: Record<ModerationAction, string> = {
  suspend: 'Suspended',
  restore: 'Restored',
  'give-role': 'Role given',
  'give-further-role': 'Further role given',
  'take-further-role': 'Further role taken',
  'remove-factors': 'Second factors removed',
  'make-reset-link': 'Reset link made',
  'export-data': 'Export made',
  'delete-account': 'Account deleted',
  'grant-card': 'Card given',
  'give-money': 'Money given',
  'take-money': 'Money taken',
  'delete-comment': 'Comment deleted',
  'delete-discussion': 'Discussion deleted',
  'delete-picture': 'Picture deleted',
  'delete-message': 'Message deleted',
  'hide-comment': 'Comment hidden',
  'hide-discussion': 'Discussion hidden',
  'hide-picture': 'Picture hidden',
  'hide-message': 'Message hidden',
  approve: 'Approved',
  show: 'Shown again',
  warn: 'Warned',
  'withdraw-warning': 'Warning taken back',
  mute: 'Muted',
  'lift-mute': 'Mute ended',
  'close-report': 'Report closed',
  'reopen-case': 'Case opened again',
  'read-messages': 'Messages read',
  'decide-appeal': 'Appeal decided',
};

/** Writes the length of a suspension; 0 days means without end. */
export function formatSuspensionLength(days: number): string {
  if (days === 0) return 'Without end';
  return days === 1 ? '1 day' : `${days} days`;
}
