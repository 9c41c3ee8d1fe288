import { randomUUID } from 'node:crypto';
import { Store } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { canTopUp } from '#domain/accounts/require-actor.ts';
import type { Ctx } from '#domain/context.ts';
import { buyListing } from '#domain/market/buy-listing.ts';
import { getListing, hasBought, listListings } from '#domain/market/list-listings.ts';
import { listMarketGames } from '#domain/market/list-market-games.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { AppError, appErrors } from '#shared/errors/app-error.ts';
import { marketItemInput, marketQuery } from '#shared/schemas/market.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { isWithoutScript } from '#web/lib/actions/is-without-script.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessFailed, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { pageHead } from '#web/lib/seo/page-head.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { useViewer } from '#web/lib/viewer.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { PerPage } from '#web/ui/per-page.tsx';
import { BuyDialog } from '../components/buy-dialog.tsx';
import { BuySection } from '../components/buy-section.tsx';
import {
  boughtPath,
  isTidy,
  listingsPath,
  marketPath,
  marketRoot,
} from '../components/market-address.ts';
import { MarketCaption, marketHeading } from '../components/market-caption.tsx';
import { MarketOrderLinks, RarityChips } from '../components/market-filters.tsx';
import { MarketGrid, type MarketGridItem } from '../components/market-grid.tsx';
import { MarketSearch } from '../components/market-search.tsx';
import { usePurchase } from '../components/use-purchase.ts';
import { useRemoval } from '../components/use-removal.ts';
import type { Route } from './+types/market.ts';

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const asked = parse(marketQuery, url.searchParams);
    const wanted = url.searchParams.get('buy');
    const boughtId = itemIdOf(url.searchParams.get('bought'));
    // Back here after the login, to the same question.
    if (wanted !== null && !ctx.actor) throw new AppError('login-required');
    const [{ items, total, pages }, open, chosen, bought] = await Promise.all([
      listListings(ctx, asked),
      listMarketGames(ctx),
      wanted === null ? null : chosenItem(ctx, wanted),
      boughtId !== null && hasBought(ctx, boughtId),
    ]);
    const query = { ...asked, page: Math.min(asked.page, pages) };
    if (!isTidy(url.searchParams, query)) throw redirect(marketPath(query));
    const games = withChosen(open, query.game, items[0]?.game);
    // A visitor's page has no key, so that it can be shared; a guest may not buy.
    const key = canTopUp(ctx.actor) ? randomUUID() : null;
    const removable = items.map((item) => (item.own ? { ...item, removeKey: randomUUID() } : item));
    return { query, items: removable, total, pages, games, wanted, chosen, bought, key };
  });
}

function itemIdOf(text: string | null): string | null {
  return marketItemInput.shape.itemId.safeParse(text).data ?? null;
}

async function chosenItem(ctx: Ctx, wanted: string) {
  const id = itemIdOf(wanted);
  return id === null ? null : getListing(ctx, id);
}

interface Game {
  id: number;
  name: string;
}

/** The games to filter by; the one that is filtered by is among them. */
function withChosen(games: Game[], chosen: number | null, ofItems: Game | undefined): Game[] {
  if (chosen === null || games.some(({ id }) => id === chosen)) return games;
  return [...games, ofItems ?? { id: chosen, name: 'a game without cards for sale' }];
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'market-failed', async (ctx, form) => {
    const { itemId } = await buyListing(ctx, parse(marketItemInput, form));
    if (!isWithoutScript(args.request)) return { bought: itemId };
    // A page of its own, so that a reload buys nothing and the balance is the new one.
    const url = new URL(args.request.url);
    const list = parse(marketQuery, url.searchParams);
    throw redirect(boughtPath(list, itemId));
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'market-failed');
}

// A refused purchase mostly means that the list is out of date.
export const shouldRevalidate = revalidateUnlessFailed;

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { query, games, items, wanted } = loaderData;
  const heading = marketHeading(query, nameOf(games, query.game));
  const names = [...new Set(items.map(({ kind, game }) => `${kind.name} (${game.name})`))];
  return pageHead(matches, {
    title: query.q || query.game !== null || query.rarity ? `${heading} · Market` : 'Card market',
    page: query.page,
    description: `${heading} at Guildhall, from player to player${names.length > 0 ? `: ${names.slice(0, 3).join(', ')} and more` : ''}.`,
    path: marketPath(query),
    // What somebody searched, ordered or paged in another way is no page to be found.
    index:
      !query.q &&
      query.order === 'newest' &&
      query.perPage === marketConstants.pageSize &&
      wanted === null &&
      items.length > 0,
  });
};

export const handle = { failure: 'Failed to load the market.' };

function nameOf(games: Game[], id: number | null): string | null {
  return games.find((game) => game.id === id)?.name ?? null;
}

export default function Market({ loaderData, actionData }: Route.ComponentProps) {
  const { query, items, total, pages, games, wanted, chosen, bought, key } = loaderData;
  const viewer = useViewer();
  const navigate = useNavigate();
  const busy = useNavigation().state === 'loading';
  const heading = useRef<HTMLHeadingElement>(null);
  const [asked, setAsked] = useState<MarketGridItem | null>(null);
  // Once bought it is gone from the market, and the question stays until that is told.
  const [kept, setKept] = useState(chosen);
  if (chosen && chosen.id !== kept?.id) setKept(chosen);
  const question = wanted !== null && kept?.id === wanted && !kept.own ? kept : null;
  const list = marketPath(query);

  const inDialog = asked ?? question;
  const [settled, setSettled] = useState(0);
  const awake = useHydrated();

  function leave() {
    setAsked(null);
    if (wanted !== null) void navigate(list, { replace: true, preventScrollReset: true });
  }
  const { fetcher, refused, forget } = usePurchase({
    asking: inDialog !== null,
    onOver() {
      leave();
      setSettled((times) => times + 1);
    },
  });
  useEffect(() => {
    // What had the focus may be gone with the item.
    if (settled > 0) heading.current?.focus({ preventScroll: true });
  }, [settled]);
  const removal = useRemoval(() => heading.current?.focus({ preventScroll: true }));
  const buyer = { balance: viewer?.balance ?? 0, formKey: key, list, fetcher, refused };
  const failure = formFailureOf(actionData);

  return (
    <Page width="wide">
      <PageHeader
        title="Market"
        lead={
          <>
            Cards from player to player.
            <span className="max-sm:hidden"> What you buy is in your inventory at once.</span>
          </>
        }
        actions={
          viewer && (
            <ButtonLink to={listingsPath} variant="quiet">
              Your listings
            </ButtonLink>
          )
        }
      />
      {bought && (
        <Notice tone="success" className="mb-8">
          Item purchased successfully
        </Notice>
      )}
      {failure && (
        <Notice tone="failure" className="mb-8">
          {failure.fields.itemId ?? failure.fields.key ?? failure.message}
        </Notice>
      )}
      {wanted !== null && !question && (
        <Notice tone="failure" className="mb-8">
          {appErrors[chosen?.own ? 'own-item' : 'item-gone'].text}
        </Notice>
      )}
      {question && !awake && <BuySection {...buyer} item={question} />}
      <MarketSearch query={query} games={games} />
      <section aria-labelledby="list-title" aria-busy={busy || undefined}>
        <div className="mb-5 grid gap-3 sm:gap-4">
          <RarityChips query={query} />
          <div className="flex items-start justify-between gap-x-4 sm:items-center">
            <MarketCaption
              query={query}
              gameName={nameOf(games, query.game)}
              total={total}
              heading={heading}
            />
            {total > 1 && <MarketOrderLinks query={query} />}
          </div>
        </div>
        {busy && <Loading />}
        {items.length > 0 ? (
          <>
            <MarketGrid
              items={items}
              query={query}
              balance={viewer?.balance ?? null}
              removal={removal}
              onBuy={(item) => {
                forget();
                setAsked(item);
              }}
            />
            <PerPage
              value={query.perPage}
              usual={marketConstants.pageSize}
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
          <Nothing filtered={list !== marketRoot} viewer={viewer?.username ?? null} />
        )}
      </section>
      {awake && <BuyDialog {...buyer} item={inDialog} onClose={leave} />}
    </Page>
  );
}

function Nothing({ filtered, viewer }: { filtered: boolean; viewer: string | null }) {
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
