import { randomUUID } from 'node:crypto';
import { Layers, Receipt, SearchX, Tag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { loadGuarded, parse } from '#app/door.ts';
import { actOnForm, formHeaders } from '#app/form-action.ts';
import { failureOf } from '#app/form-failure.ts';
import { screenHead } from '#app/page-head.ts';
import { pagePath, tidyPath } from '#app/page-path.ts';
import { reachServer, rereadUnlessFailed } from '#app/reach-server.ts';
import { redirect } from '#app/redirect.ts';
import { getSelling } from '#domain/market/get-selling.ts';
import { listOwnItems } from '#domain/market/list-own-items.ts';
import { pageOfOwnItem } from '#domain/market/page-of-own-item.ts';
import { removeAllMarketItems, removeMarketItem } from '#domain/market/remove-market-items.ts';
import { repriceMarketItem } from '#domain/market/reprice-market-item.ts';
import { listingsQuery, marketItemInput, repriceInput } from '#shared/inputs/market.ts';
import { keyedInput } from '#shared/inputs/money.ts';
import { market } from '#shared/limits.ts';
import { type ListingOrder, listingOrders } from '#shared/listing-order.ts';
import { ButtonLink } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { ListControls } from '../components/list-controls.tsx';
import { perPageSelect } from '../components/list-select.tsx';
import { ListingRow } from '../components/market/listing-row.tsx';
import { listingAnchor, listingsPath, marketRoot } from '../components/market/market-address.ts';
import { RemoveAllForm } from '../components/market/remove-all-form.tsx';
import { FirstDayNotice, SellingBarred } from '../components/market/sell-rules.tsx';
import { useListingsAnswer } from '../components/market/use-listings-answer.ts';
import { Notice } from '../components/notice.tsx';
import { Page, PageHeader } from '../components/page.tsx';
import { Pager } from '../components/pager.tsx';
import type { Route } from './+types/market-listings';

export const meta: Route.MetaFunction = () => screenHead('Your listings');

export const handle = { failure: 'Failed to load your listings.' };

export async function loader(args: Route.LoaderArgs) {
  return loadGuarded(args, async (ctx, { username }, url) => {
    const { item, remove, ...query } = parse(listingsQuery, url.searchParams);
    const tidy = tidyPath(url, {
      q: '',
      order: listingOrders[0],
      perPage: String(market.pageSize),
    });
    if (tidy !== null) throw redirect(tidy);
    const [listings, rules] = await Promise.all([listOwnItems(ctx, query), getSelling(ctx)]);
    if (listings.page > listings.pages) throw redirect(pagePath(url, listings.pages));
    if (item && query.page === 1 && !listings.items.some(({ id }) => id === item)) {
      // Whoever links to a listing does not know on which page it is.
      const place = await pageOfOwnItem(ctx, { ...query, itemId: item });
      if (place !== null && place > 1) {
        throw redirect(`${pagePath(url, place)}#${listingAnchor(item)}`);
      }
    }
    const items = listings.items.map((own) => ({
      ...own,
      keys: { reprice: randomUUID(), remove: randomUUID() },
    }));
    return {
      ...listings,
      items,
      query,
      wanted: item,
      rules,
      username,
      asks: remove === 'all',
      key: randomUUID(),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return actOnForm(args, 'listing-failed', async (ctx, form) => {
    switch (form.get('intent')) {
      case 'reprice': {
        const { key, itemId, price } = parse(repriceInput, form);
        await repriceMarketItem(ctx, { itemId, price, key });
        return { repriced: price };
      }
      case 'remove-all':
        return removeAllMarketItems(ctx, parse(keyedInput, form));
      default:
        return removeMarketItem(ctx, parse(marketItemInput, form));
    }
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return reachServer(args, 'listing-failed');
}

// A refusal here means that a listing was sold or changed elsewhere: the page shows that too.
export const shouldRevalidate = rereadUnlessFailed;

const orderNames: Record<ListingOrder, string> = {
  game: 'Game',
  newest: 'Newest',
  price: 'Price',
};

/** What the reader has for sale. */
export default function MarketListings({ loaderData, actionData }: Route.ComponentProps) {
  const { items, all, found, page, pages, query, wanted, rules, username, asks, key } = loaderData;
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const failure = failureOf(actionData);
  const said = useListingsAnswer(actionData, list);
  const inventory = `/profile/${username}/inventory`;
  const concerned = items.some(({ id }) => id === failure?.typed.itemId);

  // After a change of its price it is another listing, and the reader knows.
  const missed = wanted !== null && !actionData && !items.some(({ id }) => id === wanted);

  useEffect(() => {
    if (actionData) setAsking(false);
  }, [actionData]);

  // The address asks too, as the link does before the page is awake.
  useEffect(() => setAsking(asks), [asks]);

  function keep() {
    setAsking(false);
    if (asks) void navigate(listingsPath, { replace: true, preventScrollReset: true });
  }

  return (
    <Page>
      <PageHeader
        title="Your listings"
        lead={`${all} of ${market.openMax} cards for sale`}
        back={{ to: marketRoot, label: 'Back to the market' }}
        actions={
          <>
            <ButtonLink to={inventory} variant="quiet">
              <Layers aria-hidden />
              Inventory
            </ButtonLink>
            {all > 0 && (
              <ButtonLink
                to="?remove=all"
                preventScrollReset
                prefetch="none"
                variant="quiet"
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                  event.preventDefault();
                  setAsking(true);
                }}
              >
                Remove all
              </ButtonLink>
            )}
          </>
        }
      />
      <div ref={list} tabIndex={-1} className="grid gap-6 outline-none">
        {failure && !(concerned && failure.fields.price) && (
          <Notice tone="failure">{failure.fields.key ?? failure.message}</Notice>
        )}
        {missed && (
          <Notice>The listing you came for is sold, taken back or has another price by now.</Notice>
        )}
        {said && <Notice tone="success">{said}</Notice>}
        {rules.barred && <SellingBarred rules={rules} />}
        {asks && !asking && all > 0 && (
          <Notice action={<RemoveAllForm formKey={key} all={all} />}>
            Take all {all} cards off the market?
          </Notice>
        )}
        <FirstDayNotice firstDay={rules.barred ? null : rules.firstDay} />
        {all > 0 && (
          <ListControls
            label="Search your listings"
            search="Search cards or games"
            selects={[
              {
                name: 'order',
                value: query.order,
                usual: listingOrders[0],
                label: 'Sort by',
                options: listingOrders.map((order) => ({ value: order, label: orderNames[order] })),
              },
              perPageSelect(query.perPage, market.pageSize),
            ]}
            drop={['item']}
          />
        )}
        {all > 0 && found === 0 && (
          <EmptyState
            icon={SearchX}
            action={<ButtonLink to={listingsPath}>Show all listings</ButtonLink>}
          >
            No listings match.
          </EmptyState>
        )}
        {all === 0 ? (
          !rules.barred && (
            <EmptyState
              icon={Tag}
              action={<ButtonLink to={inventory}>Choose a card to sell</ButtonLink>}
            >
              You have no cards for sale.
            </EmptyState>
          )
        ) : (
          <ul className="grid gap-3">
            {items.map((item) => (
              // By the card: a new price is a new listing, but the row and its focus stay.
              <ListingRow
                key={item.cardId}
                item={item}
                feePercent={rules.feePercent}
                wanted={item.id === wanted}
                failure={failure?.typed.itemId === item.id ? failure : null}
              />
            ))}
          </ul>
        )}
        <p className="text-muted">
          <Receipt aria-hidden className="mr-2 inline size-4.5" />
          What you sold is in your{' '}
          <Link to="/profile/wallet" prefetch="intent" className="text-link">
            wallet
          </Link>
          .
        </p>
      </div>
      <Pager
        page={page}
        pages={pages}
        window={market.pageWindow}
        label="Pages of your listings"
        drop={['item']}
      />
      <Dialog
        open={asking && all > 0}
        onClose={keep}
        title={
          all === 1 ? 'Take your card off the market?' : `Take all ${all} cards off the market?`
        }
        description="They return to your inventory."
      >
        <RemoveAllForm formKey={key} all={all} onCancel={keep} />
      </Dialog>
    </Page>
  );
}
