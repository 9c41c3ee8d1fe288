import { Store } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import type { Actor } from '#domain/actor.ts';
import type { Ctx } from '#domain/context.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import {
  getListing,
  hasBoughtListing,
  listListings,
  type MarketListing,
} from '#domain/market/lists/list-listings.ts';
import { listMarketGames, type MarketGame } from '#domain/market/lists/list-market-games.ts';
import { canTopUp } from '#domain/permissions/require-actor.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { marketErrors } from '#shared/errors/market.ts';
import { marketItemInput, marketQuery } from '#shared/schemas/market/market.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { useViewer } from '#web/lib/root-data.ts';
import { getSiteName, pageHead } from '#web/lib/seo/page-head.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { boughtPath, isCanonicalUrl, marketPath, marketRoot } from '#web/paths/market.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PerPage } from '#web/ui/lists/per-page.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { BuyListingDialog } from '../components/buy-listing-dialog.tsx';
import { BuyListingSection } from '../components/buy-listing-section.tsx';
import { MarketActions } from '../components/market-actions.tsx';
import { describeMarketQuery, MarketCaption } from '../components/market-caption.tsx';
import { MarketOrderLinks, RarityChips } from '../components/market-filters.tsx';
import { MarketGrid } from '../components/market-grid.tsx';
import { MarketSearch } from '../components/market-search.tsx';
import { MarketTabs } from '../components/market-tabs.tsx';
import { useListingRemoval } from '../components/own-listings/use-listing-removal.ts';
import { useListingPurchase } from '../components/use-listing-purchase.ts';
import type { Route } from './+types/market.ts';

const parseQuery = (url: URL, actor: Actor | null) =>
  parseListQuery(marketQuery, url.searchParams, actor, marketConstants.pageSize);

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const requested = parseQuery(url, ctx.actor);
    const requestedId = url.searchParams.get('buy');
    const boughtId = parseItemId(url.searchParams.get('bought'));
    // The login leads back to the same confirmation.
    if (requestedId !== null && !ctx.actor) throw new AppError('login-required');
    const [{ items, total, pages }, marketGames, chosen, bought] = await Promise.all([
      listListings(ctx, requested),
      listMarketGames(ctx),
      requestedId === null ? null : findListing(ctx, requestedId),
      boughtId !== null && hasBoughtListing(ctx, boughtId),
    ]);
    const query = { ...requested, page: Math.min(requested.page, pages) };
    if (!isCanonicalUrl(url.searchParams, query)) throw redirect(marketPath(query));
    const games = includeShown(marketGames, items, query.game);
    // A visitor's page has no key, so that it can be cached for all visitors; a guest cannot buy.
    const key = canTopUp(ctx.actor) ? createFormKey(ctx) : null;
    const removable = items.map((item) =>
      item.own ? { ...item, removeKey: createFormKey(ctx) } : item,
    );
    return { query, items: removable, total, pages, games, requestedId, chosen, bought, key };
  });
}

function parseItemId(text: string | null): string | null {
  return marketItemInput.shape.itemId.safeParse(text).data ?? null;
}

async function findListing(ctx: Ctx, requestedId: string) {
  const id = parseItemId(requestedId);
  return id === null ? null : getListing(ctx, id);
}

/**
 * The games of the filter. The list is cached, so the games of the shown items and the chosen game may be
 * missing from it.
 */
function includeShown(
  listed: MarketGame[],
  items: { game: MarketGame }[],
  chosen: number | null,
): MarketGame[] {
  const games = new Map(listed.map((game) => [game.id, game]));
  for (const { game } of items) games.set(game.id, { id: game.id, name: game.name });
  if (chosen !== null && !games.has(chosen)) {
    games.set(chosen, { id: chosen, name: 'a game without cards for sale' });
  }
  return [...games.values()].sort((a, b) => a.name.localeCompare(b.name));
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'market-failed', async (ctx, form) => {
    const { itemId } = await buyListing(ctx, parseInput(marketItemInput, form));
    if (!isWithoutScript(args.request)) return { bought: itemId };
    // The redirect keeps a reload from buying again and shows the new balance.
    const url = new URL(args.request.url);
    const list = parseQuery(url, ctx.actor);
    throw redirect(boughtPath(list, itemId));
  });
}

export const clientAction = sendForm<typeof action>('market-failed');

// A failed purchase usually means that the list is out of date.
export const shouldRevalidate = revalidateUnlessServerError;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { query, games, items, requestedId } = loaderData;
  const heading = describeMarketQuery(query, findGameName(games, query.game));
  const names = [...new Set(items.map(({ kind, game }) => `${kind.name} (${game.name})`))];
  return pageHead(matches, {
    title: query.q || query.game !== null || query.rarity ? `${heading} · Market` : 'Card market',
    page: query.page,
    description: `${heading} at ${getSiteName(matches)}, from player to player${names.length > 0 ? `: ${names.slice(0, 3).join(', ')} and more` : ''}.`,
    path: marketPath(query),
    // Search engines do not list searches, other orders and other page sizes.
    index:
      !query.q &&
      query.order === 'newest' &&
      query.perPage === marketConstants.pageSize &&
      requestedId === null &&
      items.length > 0,
  });
};

export const handle = { failure: 'Failed to load the market.' };

function findGameName(games: MarketGame[], id: number | null): string | null {
  return games.find((game) => game.id === id)?.name ?? null;
}

export default function Market({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const { query, items, total, pages, games, requestedId, chosen, bought, key } = loaderData;
  const viewer = useViewer();
  const navigate = useNavigate();
  const navigating = useNavigation().state === 'loading';
  const heading = useRef<HTMLHeadingElement>(null);
  const [selected, setSelected] = useState<MarketListing | null>(null);
  // A bought listing leaves the market, but the confirmation stays open until the result is reported.
  const [lastChosen, setLastChosen] = useState(chosen);
  if (chosen && chosen.id !== lastChosen?.id) setLastChosen(chosen);
  const isChosenForSale = requestedId !== null && lastChosen?.id === requestedId && !lastChosen.own;
  const chosenListing = isChosenForSale ? lastChosen : null;
  const listPath = marketPath(query);

  const dialogListing = selected ?? chosenListing;
  const [settledPurchases, setSettledPurchases] = useState(0);
  const hydrated = useHydrated();

  function closeDialog() {
    setSelected(null);
    if (requestedId !== null) void navigate(listPath, { replace: true, preventScrollReset: true });
  }
  const { fetcher, error, clearError } = useListingPurchase({
    isConfirming: dialogListing !== null,
    onSettled() {
      closeDialog();
      setSettledPurchases((times) => times + 1);
    },
  });
  useEffect(() => {
    // The focused button may have disappeared with its listing.
    if (settledPurchases > 0) heading.current?.focus({ preventScroll: true });
  }, [settledPurchases]);
  const removal = useListingRemoval(() => heading.current?.focus({ preventScroll: true }));
  const buyer = { balance: viewer?.balance ?? 0, formKey: key, listPath, fetcher, error };
  const failure = useFormError(actionData);

  return (
    <Page width="wide">
      <PageHeader
        title="Market"
        intro={
          <>
            Cards from player to player.
            <span className="max-sm:hidden"> What you buy is in your inventory at once.</span>
          </>
        }
        actions={viewer && <MarketActions username={viewer.username} view="items" />}
      />
      <MarketTabs current="items" />
      {bought && (
        <Alert tone="success" className="mb-8">
          Item purchased successfully
        </Alert>
      )}
      {failure && (
        <Alert tone="failure" className="mb-8">
          {failure.fields.itemId ?? failure.fields.key ?? failure.message}
        </Alert>
      )}
      {requestedId !== null && !chosenListing && (
        <Alert tone="failure" className="mb-8">
          {marketErrors[chosen?.own ? 'own-item' : 'item-gone'].text}
        </Alert>
      )}
      {chosenListing && !hydrated && <BuyListingSection {...buyer} item={chosenListing} />}
      <MarketSearch query={query} games={games} />
      <section aria-labelledby="list-title" aria-busy={navigating || undefined}>
        <div className="mb-5 grid gap-3 sm:gap-4">
          <RarityChips
            current={query.rarity}
            pathOf={(rarity) => marketPath({ ...query, rarity, page: 1 })}
          />
          <div className="flex items-start justify-between gap-x-4 sm:items-center">
            <MarketCaption
              query={query}
              gameName={findGameName(games, query.game)}
              total={total}
              heading={heading}
            />
            {total > 1 && <MarketOrderLinks query={query} />}
          </div>
        </div>
        {navigating && <Loading />}
        {items.length > 0 ? (
          <>
            <MarketGrid
              items={items}
              query={query}
              balance={viewer?.balance ?? null}
              removal={removal}
              onBuy={(item) => {
                clearError();
                setSelected(item);
              }}
            />
            <PerPage
              value={query.perPage}
              defaultValue={query.usualPerPage}
              drop={['buy', 'bought']}
            />
            <Pager
              page={query.page}
              pages={pages}
              window={marketConstants.pageWindow}
              label="Pages of the market"
              drop={['buy', 'bought']}
            />
          </>
        ) : (
          <EmptyMarket filtered={listPath !== marketRoot} viewer={viewer?.username ?? null} />
        )}
      </section>
      {hydrated && <BuyListingDialog {...buyer} item={dialogListing} onClose={closeDialog} />}
    </Page>
  );
}

function EmptyMarket({ filtered, viewer }: { filtered: boolean; viewer: string | null }) {
  return (
    <EmptyState
      icon={Store}
      action={
        filtered ? (
          <ButtonLink to={marketRoot}>See the whole market</ButtonLink>
        ) : (
          <ButtonLink to={viewer ? `/profile/${viewer}/inventory` : '/'}>
            {viewer ? 'Sell one of your cards' : 'Browse the shop'}
          </ButtonLink>
        )
      }
    >
      No items found on the market.
    </EmptyState>
  );
}
