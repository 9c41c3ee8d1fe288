import type { ModerationAction } from '#shared/constants/moderation-actions.ts';

/** What an act is called, as a filter and in the log. */
export const actionNames: Record<ModerationAction, string> = {
  suspend: 'Suspended',
  restore: 'Restored',
  'give-role': 'Role given',
  'grant-card': 'Card given',
  'delete-comment': 'Comment deleted',
  'delete-discussion': 'Discussion deleted',
  'delete-picture': 'Picture deleted',
};

/** The keys of the file service, for admins. */
export const serviceKeysPath = '/moderation/file-service';

/** How long a suspension lasts; 0 days are without end. */
export function lengthName(days: number): string {
  if (days === 0) return 'Without end';
  return days === 1 ? '1 day' : `${days} days`;
}

/** The address of the log, narrowed to an account or an act. */
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
