import { Users } from 'lucide-react';
import { data } from 'react-router';
import { listTradingPairs } from '#domain/moderation/list-trading-pairs.ts';
import { isModerator } from '#domain/moderation/require-moderator.ts';
import { usernameConstants } from '#shared/constants/accounts.ts';
import {
  type PairOrder,
  pairOrders,
  tradingPairConstants,
} from '#shared/constants/trading-pairs.ts';
import { tradingPairsQuery } from '#shared/schemas/moderation.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { findCanonicalPath, pagePath } from '#web/lib/actions/canonical-page-path.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useNumbers } from '#web/ui/numbers.ts';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { logPath, tradingPairsPath } from '../components/moderation-paths.ts';
import { TradingPairsTable } from '../components/trading-pairs-table.tsx';
import type { Route } from './+types/trading-pairs.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(loaderData ? 'Trading pairs' : 'Not found', matches);

export const handle = { failure: 'Failed to load the pairs.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    // For everybody else the page does not exist.
    if (!isModerator(ctx.actor)) throw data(null, { status: 404 });
    const { of, order, page } = parseInput(tradingPairsQuery, url.searchParams);
    const canonicalPath = findCanonicalPath(url, { of: '', order: pairOrders[0] });
    if (canonicalPath !== null) throw redirect(canonicalPath);
    const list = await listTradingPairs(ctx, { of, order, page });
    if (page > list.pages) throw redirect(pagePath(url, list.pages));
    return { ...list, of, order, page };
  });
}

const orderNames: Record<PairOrder, string> = {
  distance: 'Farthest from the median',
  trades: 'Most sales',
  value: 'Highest value',
};

/** The pairs of accounts that trade with each other, for moderators. */
export default function TradingPairs({ loaderData }: Route.ComponentProps) {
  const { pairs, total, of, order, page, pages } = loaderData;
  const { days, tradesMin } = tradingPairConstants;
  const { formatInteger } = useNumbers();
  return (
    <Page width="wide">
      <PageHeader
        title="Trading pairs"
        intro={`Accounts with at least ${tradesMin} sales to each other in the last ${days} days, and how far their prices are from the medians of the cards.`}
        back={{ to: logPath({}), label: 'Back to the log' }}
      />
      <SearchField
        name="of"
        label="Account"
        placeholder="Username of an account"
        maxLength={usernameConstants.max}
        className="mb-5 max-w-form"
      />
      <nav aria-label="Orders of the pairs" className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {pairOrders.map((one) => (
            <li key={one}>
              <ChipLink to={tradingPairsPath({ of, order: one })} current={one === order}>
                {orderNames[one]}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
      {pairs.length === 0 ? (
        <EmptyState
          icon={Users}
          action={of && <ButtonLink to={tradingPairsPath({})}>Show all pairs</ButtonLink>}
        >
          {of
            ? `${of} has not traded with anybody repeatedly.`
            : 'No two accounts have traded with each other repeatedly.'}
        </EmptyState>
      ) : (
        <>
          <p className="mb-3 text-muted tabular-nums">
            {total === 1 ? 'One pair' : `${formatInteger(total)} pairs`}
          </p>
          <TradingPairsTable pairs={pairs} />
        </>
      )}
      <Pager page={page} pages={pages} label="Pages of pairs" />
    </Page>
  );
}
