import { randomUUID } from 'node:crypto';
import { Store } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { canTopUp } from '#domain/accounts/require-actor.ts';
import type { Ctx } from '#domain/context.ts';
import { buyMarketItem } from '#domain/market/buy-market-item.ts';
import { getMarketItem, hasBought, listMarket } from '#domain/market/list-market.ts';
import { listMarketGames } from '#domain/market/list-market-games.ts';
import { marketItemInput, marketQuery } from '#shared/inputs/market.ts';
import { market } from '#shared/limits.ts';
import { Refusal, refusals } from '#shared/refusals.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Loading } from '../components/loading.tsx';
import { BuyDialog } from '../components/market/buy-dialog.tsx';
import { BuySection } from '../components/market/buy-section.tsx';
import {
  boughtPath,
  isTidy,
  listingsPath,
  marketPath,
  marketRoot,
} from '../components/market/market-address.ts';
import { MarketCaption, marketHeading } from '../components/market/market-caption.tsx';
import { MarketOrderLinks, RarityChips } from '../components/market/market-filters.tsx';
import { MarketGrid, type MarketGridItem } from '../components/market/market-grid.tsx';
import { MarketSearch } from '../components/market/market-search.tsx';
import { usePurchase } from '../components/market/use-purchase.ts';
import { useRemoval } from '../components/market/use-removal.ts';
import { Notice } from '../components/notice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { PerPage } from '../components/per-page.tsx';
import { useAwake } from '../components/use-awake.ts';
import { useViewer } from '../components/viewer.ts';
import { load, parse } from '../door.ts';
import { actOnForm, formHeaders } from '../form-action.ts';
import { failureOf } from '../form-failure.ts';
import { pageHead } from '../page-head.ts';
import { reachServer, rereadUnlessFailed } from '../reach-server.ts';
import { redirect } from '../redirect.ts';
import { isWithoutScript } from '../without-script.ts';
import type { Route } from './+types/market.ts';

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => {
    const asked = parse(marketQuery, url.searchParams);
    const wanted = url.searchParams.get('buy');
    const boughtId = itemIdOf(url.searchParams.get('bought'));
    // Back here after the login, to the same question.
    if (wanted !== null && !ctx.actor) throw new Refusal('login-required');
    const [{ items, total, pages }, open, chosen, bought] = await Promise.all([
      listMarket(ctx, asked),
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
  return id === null ? null : getMarketItem(ctx, id);
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
  return actOnForm(args, 'market-failed', async (ctx, form) => {
    const { itemId } = await buyMarketItem(ctx, parse(marketItemInput, form));
    if (!isWithoutScript(args.request)) return { bought: itemId };
    // A page of its own, so that a reload buys nothing and the balance is the new one.
    const url = new URL(args.request.url);
    const list = parse(marketQuery, url.searchParams);
    throw redirect(boughtPath(list, itemId));
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'market-failed');
}

// A refused purchase mostly means that the list is out of date.
export const shouldRevalidate = rereadUnlessFailed;

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
      query.perPage === market.pageSize &&
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
  const awake = useAwake();

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
  const failure = failureOf(actionData);

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
          {refusals[chosen?.own ? 'own-item' : 'item-gone'].text}
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
            <PerPage value={query.perPage} usual={market.pageSize} drop={['buy', 'bought']} />
            <Pager
              page={query.page}
              pages={pages}
              window={market.pageWindow}
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
