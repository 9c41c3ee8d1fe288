import { Layers, Receipt, SearchX, Tag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { findOwnListingPage } from '#domain/market/lists/find-own-listing-page.ts';
import { listOwnListings } from '#domain/market/lists/list-own-listings.ts';
import { getSellingLimits } from '#domain/market/selling/get-selling-limits.ts';
import {
  type ListingOrder,
  listingOrders,
  marketConstants,
} from '#shared/constants/market/market.ts';
import { listingsQuery } from '#shared/schemas/market/market.ts';
import { pagePath } from '#web/lib/actions/canonical-page-path.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { listingAnchor, listingsPath, marketRoot } from '#web/paths/market.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListControls } from '#web/ui/lists/list-controls.tsx';
import { perPageSelect } from '#web/ui/lists/list-select.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { changeListings } from '../change-listings.ts';
import { ChosenListings } from '../components/own-listings/chosen-listings.tsx';
import { ListingRow } from '../components/own-listings/listing-row.tsx';
import { RemoveAllListingsForm } from '../components/own-listings/remove-all-listings-form.tsx';
import { useListingsResult } from '../components/own-listings/use-listings-result.ts';
import { FailedCards } from '../components/selling/failed-cards.tsx';
import { FirstDayLimit, SellingBlocked } from '../components/selling/selling-limits.tsx';
import type { Route } from './+types/own-listings';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Your listings', matches);

export const handle = { failure: 'Failed to load your listings.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const { item, remove, ...query } = parseListQuery(
      listingsQuery,
      url.searchParams,
      actor,
      marketConstants.pageSize,
    );
    leaveOutDefaults(url, {
      q: '',
      order: listingOrders[0],
      perPage: String(query.usualPerPage),
    });
    const [listings, limits] = await Promise.all([
      openPage(url, listOwnListings(ctx, query)),
      getSellingLimits(ctx),
    ]);
    if (item && query.page === 1 && !listings.items.some(({ id }) => id === item)) {
      // A link to a listing does not name its page.
      const itemPage = await findOwnListingPage(ctx, { ...query, itemId: item });
      if (itemPage !== null && itemPage > 1) {
        throw redirect(`${pagePath(url, itemPage)}#${listingAnchor(item)}`);
      }
    }
    const items = listings.items.map((own) => ({
      ...own,
      keys: { reprice: createFormKey(ctx), match: createFormKey(ctx), remove: createFormKey(ctx) },
    }));
    return {
      ...listings,
      items,
      query,
      highlighted: item,
      limits,
      username: actor.username,
      confirmRemoval: remove === 'all',
      key: createFormKey(ctx),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'listing-failed', changeListings);
}

export const clientAction = sendForm<typeof action>('listing-failed');

// An error can mean that a listing was sold or changed elsewhere, so the page is loaded again.
export const shouldRevalidate = revalidateUnlessServerError;

const orderNames: Record<ListingOrder, string> = {
  game: 'Game',
  newest: 'Newest',
  price: 'Price',
};

/** The reader's open listings. */
export default function MarketListings({
  loaderData,
  actionData: latestData,
}: Route.ComponentProps) {
  const actionData = useLastActionData(latestData);
  const {
    items,
    all,
    found,
    page,
    pages,
    query,
    highlighted,
    limits,
    username,
    confirmRemoval,
    key,
  } = loaderData;
  const navigate = useNavigate();
  const [dialogOpen, setDialogOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const failure = useFormError(actionData);
  const message = useListingsResult(actionData, list);
  const unconfirmed = actionData && 'unconfirmed' in actionData ? actionData.unconfirmed : null;
  const inventory = `/profile/${username}/inventory`;
  const failedRowShown = items.some(({ id }) => id === failure?.typed.itemId);

  // No hint after a form: a new price gives the listing a new id, so the linked one is gone although nothing was sold.
  const isMissing =
    highlighted !== null && !actionData && !items.some(({ id }) => id === highlighted);

  useEffect(() => {
    if (actionData) setDialogOpen(false);
  }, [actionData]);

  // Before hydration the link loads the page with `?remove=all`, which must open the dialog too.
  useEffect(() => setDialogOpen(confirmRemoval), [confirmRemoval]);

  function closeDialog() {
    setDialogOpen(false);
    if (confirmRemoval) void navigate(listingsPath, { replace: true, preventScrollReset: true });
  }

  return (
    <Page>
      <PageHeader
        title="Your listings"
        intro={`${all} of ${marketConstants.openMax} cards for sale`}
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
                  setDialogOpen(true);
                }}
              >
                Remove all
              </ButtonLink>
            )}
          </>
        }
      />
      <div ref={list} tabIndex={-1} className="grid gap-6 outline-none">
        {failure && !(failedRowShown && failure.fields.price) && (
          <Alert tone="failure">{Object.values(failure.fields)[0] ?? failure.message}</Alert>
        )}
        {isMissing && (
          <Alert>The listing you came for is sold, taken back or has another price by now.</Alert>
        )}
        {message && <Alert tone="success">{message}</Alert>}
        {actionData && 'failures' in actionData && (
          <FailedCards title="These listings were not changed:" failures={actionData.failures} />
        )}
        {limits.blockedReason && <SellingBlocked limits={limits} />}
        {confirmRemoval && !dialogOpen && all > 0 && (
          <Alert action={<RemoveAllListingsForm formKey={key} total={all} />}>
            Take all {all} cards off the market?
          </Alert>
        )}
        <FirstDayLimit firstDay={limits.blockedReason ? null : limits.firstDay} />
        {all > 0 && (
          <ListControls
            label="Search your listings"
            search="Search cards or games"
            selects={[
              {
                name: 'order',
                value: query.order,
                defaultValue: listingOrders[0],
                label: 'Sort by',
                options: listingOrders.map((order) => ({ value: order, label: orderNames[order] })),
              },
              perPageSelect(query.perPage, query.usualPerPage),
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
          !limits.blockedReason && (
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
              // Keyed by card: a new price is a new listing id, but the row keeps its focus.
              <ListingRow
                key={item.cardId}
                item={item}
                feePercent={limits.feePercent}
                highlighted={item.id === highlighted}
                failure={failure?.typed.itemId === item.id ? failure : null}
                unconfirmed={unconfirmed?.itemId === item.id ? unconfirmed : null}
              />
            ))}
          </ul>
        )}
        {all > 0 && items.length > 0 && (
          <ChosenListings formKey={key} answer={actionData} shown={items.length} />
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
        open={dialogOpen && all > 0}
        onClose={closeDialog}
        title={
          all === 1 ? 'Take your card off the market?' : `Take all ${all} cards off the market?`
        }
        description="They return to your inventory."
      >
        <RemoveAllListingsForm formKey={key} total={all} onCancel={closeDialog} />
      </Dialog>
    </Page>
  );
}
