import { Store, X } from 'lucide-react';
import { useNavigation } from 'react-router';
import type { Actor } from '#domain/actor.ts';
import { listMarketCards } from '#domain/market/cards/list-market-cards.ts';
import {
  deleteSavedSearch,
  listSavedSearches,
  saveSearch,
} from '#domain/market/cards/saved-searches.ts';
import { listMarketGames } from '#domain/market/lists/list-market-games.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { marketCardConstants } from '#shared/constants/market/market-cards.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';
import {
  findUnreadablePrices,
  type MarketCardsQuery,
  marketCardsQuery,
  savedSearchInput,
  saveSearchInput,
} from '#shared/schemas/market/market-cards.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { getSiteName, pageHead } from '#web/lib/seo/page-head.ts';
import {
  marketCardsPath,
  marketCardsRoot,
  type ShownCardsQuery,
  toMarketCardsParameters,
} from '#web/paths/market.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PerPage } from '#web/ui/lists/per-page.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { MarketCardsSearch } from '../components/cards/market-cards-search.tsx';
import { MarketTileGrid } from '../components/cards/market-tile-grid.tsx';
import { SavedSearches, UndoDeletedSearch } from '../components/cards/saved-searches.tsx';
import { formatCardCount } from '../components/format-card-numbers.ts';
import { MarketActions } from '../components/market-actions.tsx';
import { RarityChips } from '../components/market-filters.tsx';
import { MarketTabs } from '../components/market-tabs.tsx';
import type { Route } from './+types/market-cards.ts';

const parseQuery = (parameters: URLSearchParams, actor: Actor | null) =>
  parseListQuery(marketCardsQuery, parameters, actor, marketCardConstants.pageSize);

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const requested = parseQuery(url.searchParams, ctx.actor);
    const [{ cards, total, pages }, games, searches] = await Promise.all([
      listMarketCards(ctx, requested),
      listMarketGames(ctx),
      listSavedSearches(ctx),
    ]);
    const query = { ...requested, page: Math.min(requested.page, pages) };
    const unreadable = findUnreadablePrices(url.searchParams);
    const canonical = toMarketCardsParameters(query);
    const names = new Set([...url.searchParams.keys(), ...canonical.keys()]);
    const isCanonical = [...names].every(
      (name) =>
        !(name in query) ||
        name in unreadable ||
        url.searchParams.get(name) === canonical.get(name),
    );
    if (!isCanonical) throw redirect(marketCardsPath(query));
    return { query, unreadable, cards, total, pages, games, searches };
  });
}

export const headers = formHeaders;

/** Saves a search or deletes a saved one. */
export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'search-failed', async (ctx, form) => {
    if (form.get('intent') !== 'save-search') {
      const deleted = await deleteSavedSearch(ctx, parseInput(savedSearchInput, form));
      return { message: 'The search is deleted.', deleted };
    }
    const { name, query } = parseInput(saveSearchInput, form);
    const filters = parseQuery(new URLSearchParams(query), ctx.actor);
    await saveSearch(ctx, { name, query: toSavedQuery(filters) });
    return { message: `The search “${name}” is saved.`, deleted: null };
  });
}

export const clientAction = sendForm<typeof action>('search-failed');

/** What is stored of a query: all but the page. */
const toSavedQuery = (query: ShownCardsQuery) =>
  String(toMarketCardsParameters({ ...query, page: 1 }));

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { query, unreadable, cards } = loaderData;
  const isPlain = !isFiltered(query) && Object.keys(unreadable).length === 0;
  return pageHead(matches, {
    title: 'Cards on the market',
    page: query.page,
    description: `Every card that players sell at ${getSiteName(matches)}, with its lowest price.`,
    path: marketCardsPath(query),
    // Search engines do not list searches, filters and other orders.
    index: isPlain && query.order === 'newest' && cards.length > 0,
  });
};

export const handle = { failure: 'Failed to load the market.' };

function isFiltered(query: ShownCardsQuery): boolean {
  return [...toMarketCardsParameters(query).keys()].some(
    (name) => !['order', 'perPage', 'page'].includes(name),
  );
}

/** The market with one tile for each card. */
export default function MarketCards({ loaderData, actionData }: Route.ComponentProps) {
  const numbers = useNumbers();
  const { query, unreadable, cards, total, pages, games, searches } = loaderData;
  const failure = useFormError(actionData);
  const done = actionData && 'message' in actionData ? actionData : null;
  const viewer = useViewer();
  const navigating = useNavigation().state === 'loading';
  const gameName = games.find(({ id }) => id === query.game)?.name;
  return (
    <Page width="wide">
      <PageHeader
        title="Market"
        intro="Every card that is for sale, at its lowest price."
        actions={
          viewer && (
            <MarketActions username={viewer.username} view="cards">
              <ButtonLink to="/wishlist" variant="quiet">
                Wishlist
              </ButtonLink>
            </MarketActions>
          )
        }
      />
      <MarketTabs current="cards" />
      <MarketCardsSearch query={query} unreadable={unreadable} games={games} />
      {done && (
        <Alert
          tone="success"
          className="mb-5"
          action={done.deleted && <UndoDeletedSearch {...done.deleted} />}
        >
          {done.message}
        </Alert>
      )}
      {viewer && (
        <SavedSearches
          searches={searches}
          current={isFiltered(query) ? toSavedQuery(query) : ''}
          suggestedName={cutCharacters(
            describeCards(query, gameName),
            marketCardConstants.searchNameMax,
          )}
          failure={failure}
        />
      )}
      <section aria-labelledby="list-title" aria-busy={navigating || undefined}>
        <div className="mb-5 grid gap-3 sm:gap-4">
          <RarityChips
            current={query.rarity}
            pathOf={(rarity) => marketCardsPath({ ...query, rarity, page: 1 })}
          />
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-4 gap-y-1">
            <h2 id="list-title" className="text-xl wrap-anywhere sm:text-2xl">
              {describeCards(query, gameName)}
            </h2>
            <p role="status" className="text-muted tabular-nums">
              {formatCardCount(total, numbers)} {total === 1 ? 'card' : 'cards'}
            </p>
            {isFiltered(query) && (
              <ButtonLink to={marketCardsRoot} variant="ghost" size="sm" className="text-muted">
                <X aria-hidden />
                Clear
              </ButtonLink>
            )}
          </div>
        </div>
        {navigating && <Loading />}
        {cards.length > 0 ? (
          <>
            <MarketTileGrid cards={cards} canWish={viewer !== null} />
            <PerPage value={query.perPage} defaultValue={query.usualPerPage} />
            <Pager
              page={query.page}
              pages={pages}
              window={marketConstants.pageWindow}
              label="Pages of cards"
            />
          </>
        ) : (
          <EmptyState
            icon={Store}
            action={
              <ButtonLink to={isFiltered(query) ? marketCardsRoot : '/'}>
                {isFiltered(query) ? 'See all cards' : 'Browse the shop'}
              </ButtonLink>
            }
          >
            No cards found on the market.
          </EmptyState>
        )}
      </section>
    </Page>
  );
}

/** The heading of the list: `Cards of Portal 2 matching “dog” sold by robin`. */
function describeCards({ q, game, seller }: MarketCardsQuery, gameName?: string): string {
  return [
    q || game !== null || seller ? 'Cards' : 'All cards',
    game !== null && `of ${gameName ?? 'a game without cards for sale'}`,
    q && `matching “${q}”`,
    seller && `sold by ${seller}`,
  ]
    .filter(Boolean)
    .join(' ');
}
