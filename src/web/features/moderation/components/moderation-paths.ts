import type { ModerationAction } from '#shared/constants/moderation-actions.ts';

/** The page with the keys of the file service, for admins. */
export const fileServicePagePath = '/moderation/file-service';

/** The pairs of accounts that trade with each other. */
export const tradingPairsPath = '/moderation/trading';

/** The path of the log, filtered by an account or an action. */
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
