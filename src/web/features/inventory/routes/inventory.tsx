import { Layers, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { areFriends } from '#domain/friends/are-friends.ts';
import { findStackPage } from '#domain/inventory/find-stack-page.ts';
import { hiddenInventory, listInventory } from '#domain/inventory/list-inventory.ts';
import { findNoTradingReason } from '#domain/market/trading-of-game.ts';
import { getProfile } from '#domain/profiles/get-public-profile.ts';
import { inventoryConstants, inventoryOrders } from '#shared/constants/inventory.ts';
import { isWideScreen } from '#shared/lib/wide-screen-cookie.ts';
import { inventoryQuery } from '#shared/schemas/inventory.ts';
import { sellOneCard } from '#web/features/market/public.server.ts';
import { SellCardForm, useSellCard } from '#web/features/market/public.ts';
import { TradeLink } from '#web/features/trades/public.ts';
import { pagePath } from '#web/lib/actions/canonical-page-path.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { getSiteName, noIndexHead, pageHead } from '#web/lib/seo/page-head.ts';
import { useMediaQuery } from '#web/lib/use-media-query.ts';
import { ProfileError } from '#web/ui/accounts/profile-error.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ListControls } from '#web/ui/lists/list-controls.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { InventoryOwnerLinks } from '../components/inventory-owner-links.tsx';
import { buildInventorySelects } from '../components/inventory-selects.ts';
import { StackDetail } from '../components/stack-detail.tsx';
import { getStackId, StackGrid } from '../components/stack-grid.tsx';
import { useReportScreenWidth } from '../components/use-report-screen-width.ts';
import { useShownStack } from '../components/use-shown-stack.ts';
import { loadSelling } from '../load-selling-data.ts';
import type { Route } from './+types/inventory';

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return noIndexHead('Inventory', matches);
  const { own, username, copies, isHidden } = loaderData;
  if (own) return noIndexHead('Your inventory', matches);
  return pageHead(matches, {
    title: `${username}’s inventory`,
    description: isHidden
      ? `${username} keeps the inventory private.`
      : `The cards that ${username} has collected at ${getSiteName(matches)}: ${copies === 1 ? 'one' : copies} so far.`,
    path: `/profile/${username}/inventory`,
    kind: 'profile',
    // Search engines do not list players, as no player agreed to that.
    index: false,
  });
};

export const handle = { failure: 'Failed to load user profile.' };

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const wide = isWideScreen(args.request.headers.get('Cookie'));
    const { item, copies, ...requested } = parseListQuery(
      inventoryQuery,
      url.searchParams,
      ctx.actor,
      wide ? inventoryConstants.perPageWide : inventoryConstants.perPageDefault,
    );
    leaveOutDefaults(url, {
      q: '',
      rarity: '',
      copies: '',
      order: inventoryOrders[0],
      perPage: String(requested.usualPerPage),
    });
    const { id, username, sees } = await getProfile(ctx, args.params.username);
    const query = { ...requested, duplicates: !!copies };
    const isHidden = !sees.inventory;
    const cards = isHidden
      ? hiddenInventory
      : await openPage(url, listInventory(ctx, { ...query, userId: id }));
    if (
      item &&
      !isHidden &&
      query.page === 1 &&
      !cards.items.some((stack) => getStackId(stack) === item)
    ) {
      // A link to a card does not name its page.
      const itemPage = await findStackPage(ctx, { ...query, userId: id, stack: item });
      if (itemPage !== null && itemPage > 1) throw redirect(pagePath(url, itemPage));
    }
    const own = id === ctx.actor?.id;
    const isFriend = ctx.actor !== null && !own && (await areFriends(ctx.db, ctx.actor.id, id));
    const shown = cards.items.find((stack) => getStackId(stack) === item) ?? cards.items[0];
    const reason = own && shown ? await findNoTradingReason(ctx, shown.gameId) : null;
    const noTrading = shown && reason !== null ? { gameId: shown.gameId, text: reason } : null;
    const selling = own && shown && !noTrading ? await loadSelling(ctx, shown) : null;
    return { ...cards, isHidden, query, username, own, isFriend, selling, noTrading, wide };
  });
}

export const headers = formHeaders;

/** Puts one copy of one of the actor's cards up for sale. */
export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'sale-failed', sellOneCard);
}

export const clientAction = sendForm<typeof action>('sale-failed');

// An error can mean that the page is out of date, such as when the card was sold in another tab.
export const shouldRevalidate = revalidateUnlessServerError;

const detailId = 'card-detail';

/** The sell form's facts of a card until they are read. */
const notRead = { resting: 0, prices: null };

/** The cards of an account. The owner can sell them; others can look at them. */
export default function Inventory({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const { formatMoney } = useNumbers();
  const actionData = useLastActionData(latestData);
  const {
    items,
    copies,
    kinds,
    found,
    page,
    pages,
    username,
    own,
    selling: sellData,
    noTrading,
    query,
  } = loaderData;
  const navigating = useNavigation().state === 'loading';
  const smallScreen = useMediaQuery(`(max-width: ${inventoryConstants.modalUpToPx}px)`);
  useReportScreenWidth(loaderData.wide);
  const { requestedItem, openStack, shown, selected, urlOf, choose } = useShownStack(
    items,
    smallScreen,
  );

  const grid = useRef<HTMLDivElement>(null);
  const detail = useRef<HTMLElement>(null);
  const neighbour = useRef<string | null>(null);
  const selling = useSellCard(actionData, (card) => {
    const wasLastCopy = !items.some((item) => getStackId(item) === getStackId(card));
    // With the last copy its details and the form disappear; the next stack takes their place.
    if (smallScreen) choose(null);
    else if (wasLastCopy) choose(neighbour.current);
    if (wasLastCopy) requestAnimationFrame(() => grid.current?.focus({ preventScroll: true }));
  });

  useEffect(() => {
    // For a stack in a lower row, the upper part of the details would be above the screen.
    if (requestedItem === null || smallScreen) return;
    detail.current?.querySelector('section')?.scrollIntoView({ block: 'nearest' });
  }, [requestedItem, smallScreen]);

  function renderDetails(stack: (typeof items)[number]) {
    const isRead = sellData?.card.stackId === getStackId(stack);
    return (
      <StackDetail stack={stack} friend={loaderData.isFriend ? username : null}>
        {sellData ? (
          <SellCardForm
            key={getStackId(stack)}
            limits={sellData.limits}
            formKey={sellData.formKey}
            {...(isRead ? sellData.card : notRead)}
            card={stack}
            selling={{
              ...selling,
              start(card) {
                const index = items.indexOf(stack);
                const next = items[index + 1] ?? items[index - 1];
                neighbour.current = next ? getStackId(next) : null;
                selling.start(card);
              },
            }}
          />
        ) : (
          noTrading && stack.gameId === noTrading.gameId && <p>{noTrading.text}</p>
        )}
      </StackDetail>
    );
  }

  return (
    <Page width="wide">
      <PageHeader
        title={own ? 'Inventory' : `${username}’s inventory`}
        intro={loaderData.isHidden ? undefined : copies === 1 ? 'One card' : `${copies} cards`}
        back={{ to: own ? '/profile' : `/profile/${username}`, label: 'Back to profile' }}
        actions={
          own ? (
            <InventoryOwnerLinks {...loaderData} />
          ) : (
            loaderData.isFriend && <TradeLink username={username} />
          )
        }
      />
      {actionData && 'sold' in actionData && actionData.sold && (
        <Alert tone="success" className="mb-8">
          {actionData.sold.atOnce ? 'Your card was sold at once' : 'Your card is for sale'} for{' '}
          {formatMoney(actionData.sold.price)}.
        </Alert>
      )}
      {navigating && <Loading />}
      {kinds > 0 ? (
        <div
          ref={grid}
          tabIndex={-1}
          aria-busy={navigating || undefined}
          className="grid items-start gap-10 outline-none sm:grid-cols-[1fr_minmax(15rem,20rem)]"
        >
          <div className="grid min-w-0 gap-8">
            <div className="grid gap-3">
              <ListControls
                label="Search the inventory"
                search="Search cards or games"
                selects={buildInventorySelects(query)}
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
                selected={selected ? getStackId(selected) : null}
                linkTo={(stack) => urlOf(getStackId(stack))}
                own={own}
                groupByGame={query.order === 'game'}
                detailId={smallScreen ? null : detailId}
              />
            ) : (
              <EmptyState icon={SearchX} action={<ButtonLink to="?">Show all cards</ButtonLink>}>
                No cards match.
              </EmptyState>
            )}
          </div>
          {!smallScreen && shown && (
            <aside
              // The key resets the scroll position for another card.
              key={getStackId(shown)}
              ref={detail}
              id={detailId}
              tabIndex={-1}
              aria-label={shown.name}
              className="sticky top-24 max-h-[calc(100svh-7rem)] scroll-mt-24 overflow-y-auto rounded-lg bg-surface p-6 shadow-float"
            >
              <h2 className="mb-4 text-xl">{shown.name}</h2>
              {renderDetails(shown)}
            </aside>
          )}
        </div>
      ) : (
        <EmptyState
          icon={Layers}
          action={own && <ButtonLink to="/library">Play a game to earn cards</ButtonLink>}
        >
          {loaderData.isHidden ? `${username} keeps the inventory private.` : 'No cards yet.'}
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
        open={smallScreen && openStack !== undefined}
        onClose={() => choose(null)}
        title={openStack?.name ?? ''}
      >
        {openStack && renderDetails(openStack)}
      </Dialog>
    </Page>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileError title="Inventory" error={error} />;
}
