import {
  type PairOrder,
  pairOrders,
  type TradingView,
  tradingViews,
} from '#shared/constants/market/trading-pairs.ts';
import type { ModerationAction } from '#shared/constants/moderation/moderation-actions.ts';
import type { HideableOnPages, ReportKind } from '#shared/constants/moderation/reports.ts';

/** The page with the keys of the file service, for admins. */
export const fileServicePagePath = '/moderation/file-service';

interface TradingQuery {
  view?: TradingView;
  of?: string | null;
  order?: PairOrder;
}

/** The path of the pairs that trade with each other, or the accounts that gain, of all accounts or of one. */
export function tradingPairsPath({ view, of, order }: TradingQuery): string {
  const query = new URLSearchParams();
  if (view && view !== tradingViews[0]) query.set('view', view);
  if (of) query.set('of', of);
  if (order && order !== pairOrders[0]) query.set('order', order);
  return query.size > 0 ? `/moderation/trading?${query}` : '/moderation/trading';
}

interface CaseQuery {
  kind?: ReportKind | null;
  state?: 'open' | 'closed';
  mine?: boolean;
}

/** The path of the reported things, filtered by kind and state. */
export function casesPath({ kind, state, mine }: CaseQuery): string {
  const query = new URLSearchParams();
  if (kind) query.set('kind', kind);
  if (state === 'closed') query.set('state', state);
  if (mine) query.set('mine', '');
  return query.size > 0 ? `/moderation/reports?${query}` : '/moderation/reports';
}

export const casePath = (id: string) => `/moderation/reports/${id}`;

export const appealsPath = '/moderation/appeals';

/** The path of the page that reports a thing. `back` is the page that shows it. */
export function reportPath({ kind, thing, back }: ReportTarget): string {
  return `/report?${new URLSearchParams({ kind, thing, back })}`;
}

/** The path of the page by which moderators hide a thing or restore it. `back` is the page that shows it. */
export function hidePath({ kind, thing, back }: HideTarget): string {
  return `/moderation/hide?${new URLSearchParams({ kind, thing, back })}`;
}

export interface HideTarget {
  kind: HideableOnPages;
  thing: string;
  back: string;
}

/** The path of an entry of the log, where it is taken back. */
export const actPath = (id: string) => `/moderation/acts/${id}`;

export interface ReportTarget {
  kind: ReportKind;
  thing: string;
  back: string;
}

interface LogQuery {
  of?: string | null;
  by?: string | null;
  q?: string;
  act?: ModerationAction | null;
}

/** The path of the log, filtered by the moderated account, the moderator, words of the reason, or an action. */
export function logPath({ of, by, q, act }: LogQuery): string {
  const query = new URLSearchParams();
  if (of) query.set('of', of);
  if (by) query.set('by', by);
  if (q) query.set('q', q);
  if (act) query.set('act', act);
  return query.size > 0 ? `/moderation/log?${query}` : '/moderation/log';
}
