import { ArrowLeftRight } from 'lucide-react';
import { countOpenOffers, listOffers } from '#domain/trades/list-offers.ts';
import { matchFriends } from '#domain/trades/match-friends.ts';
import { partOffTexts } from '#shared/constants/site/site-parts.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { tradesQuery } from '#shared/schemas/trades.ts';
import { MarketTabs } from '#web/features/market/public.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { useLiveRefresh } from '#web/lib/live/use-live-refresh.ts';
import { getPageTime } from '#web/lib/rendering-cache/values-of-request.ts';
import { usePartsOff } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { friendsPath } from '#web/paths/friends.ts';
import { tradesPath } from '#web/paths/trades.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { FriendMatches } from '../components/friend-matches.tsx';
import { OfferRow } from '../components/offer-row.tsx';
import type { Route } from './+types/trades';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Trades', matches);

export const handle = { failure: 'Failed to load your trades.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }, url) => {
    const { list, page } = parseInput(tradesQuery, url.searchParams);
    const showsMatches = list === 'incoming' && page === 1;
    const [offers, open, matches] = await Promise.all([
      openPage(url, listOffers(ctx, { list, page })),
      countOpenOffers(ctx),
      showsMatches ? matchFriends(ctx) : [],
    ]);
    return { ...offers, list, open, matches, username, now: getPageTime(ctx) };
  });
}

const empty = {
  incoming: 'Nobody has offered you a trade yet.',
  outgoing: 'You have no open offers.',
  history: 'You have not traded yet.',
};

/** The reader's trade offers, and friends to trade with. */
export default function Trades({ loaderData }: Route.ComponentProps) {
  const { offers, list, open, matches, page, pages, username, now } = loaderData;
  useLiveRefresh('trades', 'friends');
  const isOn = !usePartsOff().trades;
  const tabs = [
    { id: 'incoming', label: `To you (${open.incoming})`, to: tradesPath },
    { id: 'outgoing', label: `By you (${open.outgoing})`, to: `${tradesPath}?list=outgoing` },
    { id: 'history', label: 'History', to: `${tradesPath}?list=history` },
  ];
  return (
    <Page>
      <PageHeader
        title="Trades"
        intro="Swap cards with friends. Cards move only when an offer is accepted, all of them or none."
        actions={
          isOn && (
            <ButtonLink to={friendsPath(username)} variant="quiet">
              Choose a friend
            </ButtonLink>
          )
        }
      />
      <MarketTabs current="trades" />
      {!isOn && <Alert>{partOffTexts.trades}</Alert>}
      <nav aria-label="Trade offers" className="mb-6 flex flex-wrap gap-2">
        {tabs.map(({ id, label, to }) => (
          <ChipLink key={id} to={to} current={id === list}>
            {label}
          </ChipLink>
        ))}
      </nav>
      {offers.length === 0 ? (
        <EmptyState
          icon={ArrowLeftRight}
          action={
            isOn && (
              <ButtonLink to={friendsPath(username)}>Choose a friend to trade with</ButtonLink>
            )
          }
        >
          {empty[list]}
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {offers.map((offer) => (
            <OfferRow key={offer.id} offer={offer} now={now} />
          ))}
        </ul>
      )}
      <Pager page={page} pages={pages} window={tradeConstants.pageWindow} label="Pages of offers" />
      {isOn && matches.length > 0 && <FriendMatches matches={matches} />}
    </Page>
  );
}
