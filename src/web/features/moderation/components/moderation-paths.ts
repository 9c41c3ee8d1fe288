import type { ModerationAction } from '#shared/constants/moderation-actions.ts';
import { type PairOrder, pairOrders } from '#shared/constants/trading-pairs.ts';

/** The page with the keys of the file service, for admins. */
export const fileServicePagePath = '/moderation/file-service';

/** The path of the pairs of accounts that trade with each other, of all accounts or of one. */
export function tradingPairsPath({ of, order }: { of?: string | null; order?: PairOrder }): string {
  const query = new URLSearchParams();
  if (of) query.set('of', of);
  if (order && order !== pairOrders[0]) query.set('order', order);
  return query.size > 0 ? `/moderation/trading?${query}` : '/moderation/trading';
}

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
