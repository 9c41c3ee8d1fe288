import { randomUUID } from 'node:crypto';
import { Layers, Receipt, SearchX, Tag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { findOwnListingPage } from '#domain/market/find-own-listing-page.ts';
import { getSellingLimits } from '#domain/market/get-selling-limits.ts';
import { listOwnListings } from '#domain/market/list-own-listings.ts';
import { repriceListing } from '#domain/market/reprice-listing.ts';
import { withdrawAllListings, withdrawListing } from '#domain/market/withdraw-listings.ts';
import { type ListingOrder, listingOrders } from '#shared/constants/listing-order.ts';
import { marketConstants } from '#shared/constants/market.ts';
import { listingsQuery, marketItemInput, repriceInput } from '#shared/schemas/market.ts';
import { keyedInput } from '#shared/schemas/wallet.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { pagePath, tidyPath } from '#web/lib/actions/page-path.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessFailed, submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListControls } from '#web/ui/list-controls.tsx';
import { perPageSelect } from '#web/ui/list-select.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { ListingRow } from '../components/listing-row.tsx';
import { listingAnchor, listingsPath, marketRoot } from '../components/market-address.ts';
import { RemoveAllForm } from '../components/remove-all-form.tsx';
import { FirstDayNotice, SellingBarred } from '../components/sell-rules.tsx';
import { useListingsAnswer } from '../components/use-listings-answer.ts';
import type { Route } from './+types/listings';

export const meta: Route.MetaFunction = () => screenHead('Your listings');

export const handle = { failure: 'Failed to load your listings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, { username }, url) => {
    const { item, remove, ...query } = parse(listingsQuery, url.searchParams);
    const tidy = tidyPath(url, {
      q: '',
      order: listingOrders[0],
      perPage: String(marketConstants.pageSize),
    });
    if (tidy !== null) throw redirect(tidy);
    const [listings, rules] = await Promise.all([
      listOwnListings(ctx, query),
      getSellingLimits(ctx),
    ]);
    if (listings.page > listings.pages) throw redirect(pagePath(url, listings.pages));
    if (item && query.page === 1 && !listings.items.some(({ id }) => id === item)) {
      // Whoever links to a listing does not know on which page it is.
      const place = await findOwnListingPage(ctx, { ...query, itemId: item });
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
  return runFormAction(args, 'listing-failed', async (ctx, form) => {
    switch (form.get('intent')) {
      case 'reprice': {
        const { key, itemId, price } = parse(repriceInput, form);
        await repriceListing(ctx, { itemId, price, key });
        return { repriced: price };
      }
      case 'remove-all':
        return withdrawAllListings(ctx, parse(keyedInput, form));
      default:
        return withdrawListing(ctx, parse(marketItemInput, form));
    }
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'listing-failed');
}

// A refusal here means that a listing was sold or changed elsewhere: the page shows that too.
export const shouldRevalidate = revalidateUnlessFailed;

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
  const failure = formFailureOf(actionData);
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
        lead={`${all} of ${marketConstants.openMax} cards for sale`}
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
              perPageSelect(query.perPage, marketConstants.pageSize),
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
        window={marketConstants.pageWindow}
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
