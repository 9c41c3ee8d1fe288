import type { ModerationAction } from '#shared/constants/moderation-actions.ts';

/** The names of moderation actions in filters and in the log. */
export const actionNames: Record<ModerationAction, string> = {
  suspend: 'Suspended',
  restore: 'Restored',
  'give-role': 'Role given',
  'grant-card': 'Card given',
  'delete-comment': 'Comment deleted',
  'delete-discussion': 'Discussion deleted',
  'delete-picture': 'Picture deleted',
};

/** The page with the keys of the file service, for admins. */
export const serviceKeysPath = '/moderation/file-service';

/** Writes the length of a suspension; 0 days means without end. */
export function formatSuspensionLength(days: number): string {
  if (days === 0) return 'Without end';
  return days === 1 ? '1 day' : `${days} days`;
}

/** The address of the log, filtered by an account or an action. */
export function logPath({
  of,
  act,
}: {
  of?: string | null;
  act?: ModerationAction | null;
}): string {
  const query = new URLSearchParams();
  if (of) query.set('of', of);
  if (act) query.set('act', act);
  return query.size > 0 ? `/moderation/log?${query}` : '/moderation/log';
}
