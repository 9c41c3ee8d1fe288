import { randomUUID } from 'node:crypto';
import { Layers } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { load, parse } from '#app/door.ts';
import { actOnForm, formHeaders } from '#app/form-action.ts';
import { pageHead, screenHead } from '#app/page-head.ts';
import { pagePath } from '#app/page-path.ts';
import { reachServer, rereadUnlessFailed } from '#app/reach-server.ts';
import { redirect } from '#app/redirect.ts';
import { listInventory } from '#domain/cards/list-inventory.ts';
import { pageOfStack } from '#domain/cards/page-of-stack.ts';
import type { Ctx } from '#domain/context.ts';
import { type CardName, cardPrices } from '#domain/market/card-prices.ts';
import { getSelling, listResting } from '#domain/market/get-selling.ts';
import { sellCards } from '#domain/market/sell-card.ts';
import { getProfile } from '#domain/profiles/get-profile.ts';
import { sellInput } from '#shared/inputs/market.ts';
import { inventoryQuery } from '#shared/inputs/profile.ts';
import { inventory } from '#shared/limits.ts';
import { formatMoney } from '#shared/money.ts';
import { ButtonLink } from '../components/button.tsx';
import { StackDetail } from '../components/cards/stack-detail.tsx';
import { StackGrid, stackId } from '../components/cards/stack-grid.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { SellForm } from '../components/market/sell-form.tsx';
import { SellerLinks } from '../components/market/seller-links.tsx';
import { SoldNotice } from '../components/market/sold-notice.tsx';
import { type Sold, useSale } from '../components/market/use-sale.ts';
import { Notice } from '../components/notice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import { ProfileFailure } from '../components/profile/profile-failure.tsx';
import { useMediaQuery } from '../components/use-media-query.ts';
import type { Route } from './+types/inventory';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return screenHead('Inventory');
  const { own, username, copies } = loaderData;
  if (own) return screenHead('Your inventory');
  return pageHead(matches, {
    title: `${username}’s inventory`,
    description: `The cards that ${username} has collected at Guildhall: ${copies === 1 ? 'one' : copies} so far.`,
    path: `/profile/${username}/inventory`,
    kind: 'profile',
    // Nobody who plays here has asked to be found from outside.
    index: false,
  });
};

export async function loader(args: Route.LoaderArgs) {
  return load(args, async (ctx, url) => {
    const { page, perPage, item } = parse(inventoryQuery, url.searchParams);
    const { id, username } = await getProfile(ctx, args.params.username);
    const cards = await listInventory(ctx, { userId: id, page, perPage });
    if (cards.page > cards.pages) throw redirect(pagePath(url, cards.pages));
    if (item && page === 1 && !cards.items.some((stack) => stackId(stack) === item)) {
      // Whoever links to a card of this inventory does not know on which page it is.
      const place = await pageOfStack(ctx, { userId: id, stack: item, perPage });
      if (place !== null && place > 1) throw redirect(pagePath(url, place));
    }
    const own = id === ctx.actor?.id;
    const shown = cards.items.find((stack) => stackId(stack) === item) ?? cards.items[0];
    const selling = own && shown ? await sellingOf(ctx, shown) : null;
    return { ...cards, username, perPage, own, selling };
  });
}

/** What the owner must know to sell the card whose detail is shown. */
async function sellingOf(ctx: Ctx, card: CardName) {
  const [rules, asleep, [prices]] = await Promise.all([
    getSelling(ctx),
    listResting(ctx),
    cardPrices(ctx, [card]),
  ]);
  const resting = asleep.find((other) => stackId(other) === stackId(card))?.copies ?? 0;
  const { median = null, cheapest = null } = prices ?? {};
  return { rules, resting, prices: { median, cheapest }, formKey: randomUUID() };
}

export const headers = formHeaders;

/** Puts one copy of a card of whoever sends it up for sale. */
export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'sale-failed', async (ctx, form) => {
    const { key, gameId, kindId, price } = parse(sellInput, form);
    await sellCards(ctx, { offers: [{ gameId, kindId, price, copies: 1 }], key });
    return { sold: { gameId, kindId, price } };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'sale-failed');
}

// A refused sale can mean that the page is out of date, as when the card was sold in another tab.
export const shouldRevalidate = rereadUnlessFailed;

/** An account's cards; whoever's it is, and read-only for everybody else. */
export default function Inventory({ loaderData, actionData }: Route.ComponentProps) {
  const { items, copies, page, pages, username, own, selling } = loaderData;
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const small = useMediaQuery(`(max-width: ${inventory.modalUpToPx}px)`);
  useWidePages(query);

  const wanted = query.get('item');
  const open = items.find((item) => stackId(item) === wanted);
  // Beside the grid something is always shown; as a modal only what was chosen.
  const shown = open ?? items[0];

  function addressOf(item: string | null) {
    const next = new URLSearchParams(query);
    if (item) next.set('item', item);
    else next.delete('item');
    return `?${next}`;
  }

  function choose(item: string | null) {
    void navigate(addressOf(item), { replace: true, preventScrollReset: true });
  }

  const grid = useRef<HTMLDivElement>(null);
  const neighbour = useRef<string | null>(null);
  // The last copy of a card that was sold, and the stack that its place went to.
  const [last, setLast] = useState<{ sold: Sold; beside: string } | null>(null);
  const sale = useSale(actionData, (sold) => {
    if (items.some((item) => stackId(item) === stackId(sold))) return true;
    // With the last copy its detail and the form in it go; the next one takes the place.
    const beside = small ? null : neighbour.current;
    choose(beside);
    setLast(beside ? { sold, beside } : null);
    requestAnimationFrame(() => grid.current?.focus({ preventScroll: true }));
    return beside !== null;
  });

  function detailOf(stack: (typeof items)[number]) {
    return (
      <StackDetail stack={stack}>
        {selling && (
          <SellForm
            key={stackId(stack)}
            {...selling}
            card={stack}
            sale={{
              ...sale,
              start(card) {
                const index = items.indexOf(stack);
                const next = items[index + 1] ?? items[index - 1];
                neighbour.current = next ? stackId(next) : null;
                setLast(null);
                sale.start(card);
              },
            }}
          />
        )}
      </StackDetail>
    );
  }

  return (
    <Page width="wide">
      <PageHeader
        title={own ? 'Inventory' : `${username}’s inventory`}
        lead={copies === 1 ? 'One card' : `${copies} cards`}
        back={{ to: own ? '/profile' : `/profile/${username}`, label: 'Back to profile' }}
        actions={own && <SellerLinks {...loaderData} />}
      />
      {actionData && 'sold' in actionData && (
        <Notice tone="success" className="mb-8">
          Your card is for sale for {formatMoney(actionData.sold.price)}.
        </Notice>
      )}
      {shown ? (
        <div
          ref={grid}
          tabIndex={-1}
          className="grid items-start gap-10 outline-none sm:grid-cols-[1fr_minmax(15rem,20rem)]"
        >
          <StackGrid
            stacks={items}
            selected={(small ? open : shown) ? stackId(open ?? shown) : null}
            linkTo={(stack) => addressOf(stackId(stack))}
            own={own}
          />
          {!small && (
            <aside
              // Another card's detail begins at its top.
              key={stackId(shown)}
              aria-label={shown.name}
              className="sticky top-24 max-h-[calc(100svh-7rem)] overflow-y-auto rounded-lg bg-surface p-6 shadow-float"
            >
              {last?.beside === stackId(shown) && <SoldNotice sold={last.sold} className="mb-5" />}
              <h2 className="mb-5 text-xl">{shown.name}</h2>
              {detailOf(shown)}
            </aside>
          )}
        </div>
      ) : (
        <EmptyState
          icon={Layers}
          action={own && <ButtonLink to="/library">Play a game to earn cards</ButtonLink>}
        >
          No cards yet.
        </EmptyState>
      )}
      <Pager
        page={page}
        pages={pages}
        window={inventory.pageWindow}
        label="Pages of the inventory"
        drop={['item']}
      />
      {open && (
        <Dialog open={small} onClose={() => choose(null)} title={open.name}>
          {detailOf(open)}
        </Dialog>
      )}
    </Page>
  );
}

/** spec 5: 24 items a page at 1920 px and wider, unless the address says how many. */
function useWidePages(query: URLSearchParams) {
  const navigate = useNavigate();
  const wide = useMediaQuery(`(min-width: ${inventory.wideFromPx}px)`);
  useEffect(() => {
    if (!wide || query.has('perPage')) return;
    const next = new URLSearchParams(query);
    next.set('perPage', String(inventory.perPageWide));
    void navigate(`?${next}`, { replace: true, preventScrollReset: true });
  }, [wide, query, navigate]);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileFailure title="Inventory" error={error} />;
}
