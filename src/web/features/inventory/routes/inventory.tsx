import { randomUUID } from 'node:crypto';
import { Layers, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigate, useNavigation, useSearchParams } from 'react-router';
import type { Ctx } from '#domain/context.ts';
import { findStackPage } from '#domain/inventory/find-stack-page.ts';
import { listInventory } from '#domain/inventory/list-inventory.ts';
import { type CardName, cardPrices } from '#domain/market/card-prices.ts';
import { getSellingLimits, listResting } from '#domain/market/get-selling-limits.ts';
import { sellCards } from '#domain/market/sell-card.ts';
import { getProfile } from '#domain/profiles/get-profile.ts';
import { inventoryConstants } from '#shared/constants/inventory.ts';
import { inventoryOrders } from '#shared/constants/inventory-order.ts';
import { isWideScreen } from '#shared/constants/wide-screen.ts';
import { formatMoney } from '#shared/format/money.ts';
import { inventoryQuery } from '#shared/schemas/inventory.ts';
import { sellInput } from '#shared/schemas/market.ts';
import { SellForm } from '#web/features/market/components/sell-form.tsx';
import { SellerLinks } from '#web/features/market/components/seller-links.tsx';
import { useSale } from '#web/features/market/components/use-sale.ts';
import { ProfileFailure } from '#web/features/profiles/components/profile-failure.tsx';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { pagePath, tidyPath } from '#web/lib/actions/page-path.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessFailed, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { pageHead, screenHead } from '#web/lib/seo/page-head.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListControls } from '#web/ui/list-controls.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { inventorySelects } from '../components/inventory-selects.ts';
import { StackDetail } from '../components/stack-detail.tsx';
import { StackGrid, stackId } from '../components/stack-grid.tsx';
import { useWideScreen } from '../components/use-wide-screen.ts';
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

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const { item, copies, ...asked } = parse(inventoryQuery, url.searchParams);
    const wide = isWideScreen(args.request.headers.get('Cookie'));
    const usualPerPage = wide ? inventoryConstants.perPageWide : inventoryConstants.perPageDefault;
    const tidy = tidyPath(url, {
      q: '',
      rarity: '',
      copies: '',
      order: inventoryOrders[0],
      perPage: String(usualPerPage),
    });
    if (tidy !== null) throw redirect(tidy);
    const { id, username } = await getProfile(ctx, args.params.username);
    const query = { ...asked, perPage: asked.perPage ?? usualPerPage, duplicates: !!copies };
    const cards = await listInventory(ctx, { ...query, userId: id });
    if (cards.page > cards.pages) throw redirect(pagePath(url, cards.pages));
    if (item && query.page === 1 && !cards.items.some((stack) => stackId(stack) === item)) {
      // A link to a card of this inventory does not know on which page it is.
      const place = await findStackPage(ctx, { ...query, userId: id, stack: item });
      if (place !== null && place > 1) throw redirect(pagePath(url, place));
    }
    const own = id === ctx.actor?.id;
    const shown = cards.items.find((stack) => stackId(stack) === item) ?? cards.items[0];
    const selling = own && shown ? await sellingOf(ctx, shown) : null;
    return { ...cards, query, username, own, selling, wide, usualPerPage };
  });
}

/** What the owner must know to sell the card whose detail is shown. */
async function sellingOf(ctx: Ctx, card: CardName) {
  const [rules, asleep, [prices]] = await Promise.all([
    getSellingLimits(ctx),
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
  return runFormAction(args, 'sale-failed', async (ctx, form) => {
    const { key, gameId, kindId, price } = parse(sellInput, form);
    await sellCards(ctx, { offers: [{ gameId, kindId, price, copies: 1 }], key });
    return { sold: { gameId, kindId, price } };
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'sale-failed');
}

// A refused sale can mean that the page is out of date, as when the card was sold in another tab.
export const shouldRevalidate = revalidateUnlessFailed;

const detailId = 'card-detail';

/** The cards of an account: its own to sell, those of others to look at. */
export default function Inventory({ loaderData, actionData }: Route.ComponentProps) {
  const { items, copies, kinds, found, page, pages, username, own, selling, query } = loaderData;
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const busy = useNavigation().state === 'loading';
  const small = useMediaQuery(`(max-width: ${inventoryConstants.modalUpToPx}px)`);
  useWideScreen(loaderData.wide);

  const wanted = parameters.get('item');
  const open = items.find((item) => stackId(item) === wanted);
  // Beside the grid something is always shown; as a modal only what was chosen.
  const shown = open ?? items[0];
  const selected = small ? open : shown;

  function addressOf(item: string | null) {
    const next = new URLSearchParams(parameters);
    if (item) next.set('item', item);
    else next.delete('item');
    return `?${next}`;
  }

  function choose(item: string | null) {
    void navigate(addressOf(item), { replace: true, preventScrollReset: true });
  }

  const grid = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLElement>(null);
  const neighbour = useRef<string | null>(null);
  const sale = useSale(actionData, (sold) => {
    const last = !items.some((item) => stackId(item) === stackId(sold));
    // With the last copy its detail and the form in it go; the next one takes the place.
    if (small) choose(null);
    else if (last) choose(neighbour.current);
    if (last) requestAnimationFrame(() => grid.current?.focus({ preventScroll: true }));
  });

  useEffect(() => {
    // Chosen in the last row, the detail's upper part would be above the screen.
    if (wanted === null || small) return;
    detail.current?.querySelector('section')?.scrollIntoView({ block: 'nearest' });
  }, [wanted, small]);

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
      {busy && <Loading />}
      {kinds > 0 ? (
        <div
          ref={grid}
          tabIndex={-1}
          aria-busy={busy || undefined}
          className="grid items-start gap-10 outline-none sm:grid-cols-[1fr_minmax(15rem,20rem)]"
        >
          <div className="grid min-w-0 gap-8">
            <div className="grid gap-3">
              <ListControls
                label="Search the inventory"
                search="Search cards or games"
                selects={inventorySelects(query, loaderData.usualPerPage)}
                drop={['item']}
              />
              {found < kinds && (
                <p role="status" className="text-sm text-muted tabular-nums">
                  {found} of {kinds} different cards
                </p>
              )}
            </div>
            {items.length > 0 ? (
              <StackGrid
                stacks={items}
                selected={selected ? stackId(selected) : null}
                linkTo={(stack) => addressOf(stackId(stack))}
                own={own}
                byGame={query.order === 'game'}
                detailId={small ? null : detailId}
              />
            ) : (
              <EmptyState icon={SearchX} action={<ButtonLink to="?">Show all cards</ButtonLink>}>
                No cards match.
              </EmptyState>
            )}
          </div>
          {!small && shown && (
            <aside
              // Another card's detail begins at its top.
              key={stackId(shown)}
              ref={detail}
              id={detailId}
              tabIndex={-1}
              aria-label={shown.name}
              className="sticky top-24 max-h-[calc(100svh-7rem)] scroll-mt-24 overflow-y-auto rounded-lg bg-surface p-6 shadow-float"
            >
              <h2 className="mb-4 text-xl">{shown.name}</h2>
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
        window={inventoryConstants.pageWindow}
        label="Pages of the inventory"
        drop={['item']}
      />
      <Dialog
        open={small && open !== undefined}
        onClose={() => choose(null)}
        title={open?.name ?? ''}
      >
        {open && detailOf(open)}
      </Dialog>
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileFailure title="Inventory" error={error} />;
}
