import { Users } from 'lucide-react';
import { listTradingGains } from '#domain/moderation/trading-pairs/list-trading-gains.ts';
import { listTradingPairs } from '#domain/moderation/trading-pairs/list-trading-pairs.ts';
import { usernameConstants } from '#shared/constants/accounts/credentials.ts';
import {
  type PairOrder,
  pairOrders,
  type TradingView,
  tradingPairConstants,
  tradingViews,
} from '#shared/constants/market/trading-pairs.ts';
import { tradingPairsQuery } from '#shared/schemas/moderation/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { logPath, tradingPairsPath } from '#web/paths/moderation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLinks } from '#web/ui/chip-links.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { TradingGainsTable } from '../components/trading-pairs/trading-gains-table.tsx';
import { TradingPairsTable } from '../components/trading-pairs/trading-pairs-table.tsx';
import { runModeratorLoader } from '../run-moderation-page.ts';
import type { Route } from './+types/trading-pairs.ts';

const viewNames: Record<TradingView, string> = {
  pairs: 'Trading pairs',
  accounts: 'Accounts that gain from many',
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? viewNames[loaderData.query.view] : 'Not found', matches);

export const handle = { failure: 'Failed to load the pairs.' };

export async function loader(args: Route.LoaderArgs) {
  return runModeratorLoader(args, async (ctx, url) => {
    const query = parseInput(tradingPairsQuery, url.searchParams);
    const defaults = { view: tradingViews[0], of: '', order: pairOrders[0] };
    leaveOutDefaults(url, defaults);
    const list =
      query.view === 'pairs'
        ? { gains: null, ...(await listTradingPairs(ctx, query)) }
        : { pairs: null, ...(await listTradingGains(ctx, query)) };
    return { ...(await openPage(url, list, { page: query.page })), query };
  });
}

const orderNames: Record<PairOrder, string> = {
  distance: 'Farthest from the median',
  trades: 'Most sales',
  value: 'Highest value',
};

const { days, tradesMin, farRatio, partnersMin } = tradingPairConstants;

const intros: Record<TradingView, string> = {
  pairs: `Accounts with at least ${tradesMin} sales to each other in the last ${days} days, and how far their prices are from the medians of the cards.`,
  accounts: `Accounts that sold for at least ${farRatio} times the median of a card, or bought for at most half of it, to or from at least ${partnersMin} others in the last ${days} days. One person may have made the others.`,
};

/** Who trades with whom at what prices, for moderators. */
export default function TradingPairs({ loaderData }: Route.ComponentProps) {
  const { pairs, gains, total, query, pages } = loaderData;
  const { view, of, order, page } = query;
  return (
    <Page width="wide">
      <PageHeader
        title={viewNames[view]}
        intro={intros[view]}
        back={{ to: logPath({}), label: 'Back to the log' }}
      />
      <ChipLinks
        label="Views"
        choices={tradingViews.map((one) => ({
          text: viewNames[one],
          to: tradingPairsPath({ view: one, of }),
          current: one === view,
        }))}
        className="mb-5"
      />
      <SearchField
        name="of"
        label="Account"
        placeholder="Username of an account"
        maxLength={usernameConstants.max}
        className="mb-5 max-w-form"
      />
      {view === 'pairs' && (
        <ChipLinks
          label="Orders of the pairs"
          choices={pairOrders.map((one) => ({
            text: orderNames[one],
            to: tradingPairsPath({ of, order: one }),
            current: one === order,
          }))}
          className="mb-6"
        />
      )}
      {total === 0 ? (
        <EmptyState
          icon={Users}
          action={of && <ButtonLink to={tradingPairsPath({ view })}>Show all</ButtonLink>}
        >
          {describeEmpty(view, of)}
        </EmptyState>
      ) : (
        <>
          <Total view={view} total={total} />
          {pairs && <TradingPairsTable pairs={pairs} />}
          {gains && <TradingGainsTable gains={gains} />}
        </>
      )}
      <Pager
        page={page}
        pages={pages}
        label={view === 'pairs' ? 'Pages of pairs' : 'Pages of accounts'}
      />
    </Page>
  );
}

function Total({ view, total }: { view: TradingView; total: number }) {
  const { formatInteger } = useNumbers();
  const [one, many] = view === 'pairs' ? ['One pair', 'pairs'] : ['One account', 'accounts'];
  return (
    <p className="mb-3 text-muted tabular-nums">
      {total === 1 ? one : `${formatInteger(total)} ${many}`}
    </p>
  );
}

function describeEmpty(view: TradingView, of: string | null): string {
  if (view === 'pairs') {
    return of
      ? `${of} has not traded with anybody repeatedly.`
      : 'No two accounts have traded with each other repeatedly.';
  }
  return of ? `${of} has not gained from many others.` : 'No account has gained from many others.';
}
