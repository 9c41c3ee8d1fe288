import { Store } from 'lucide-react';
import { useRef } from 'react';
import { useNavigation } from 'react-router';
import { getMarketCard } from '#domain/market/get-market-card.ts';
import { marketConstants, type PriceRange, priceRanges } from '#shared/constants/market/market.ts';
import { parseKindId } from '#shared/schemas/catalog.ts';
import { marketCardQuery } from '#shared/schemas/market/market-card.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { leaveOutDefaults, openPage } from '#web/lib/actions/list-redirects.ts';
import { parseListQuery } from '#web/lib/actions/parse-list-query.ts';
import { runLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { revalidateUnlessServerError, sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { listingsPath } from '#web/paths/market.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { PerPage } from '#web/ui/lists/per-page.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { PageSection } from '#web/ui/page-section.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { buildCardHead, buildCardTrail } from '../card-page-head.ts';
import { CardHeader } from '../components/card-page/card-header.tsx';
import { CardListings } from '../components/card-page/card-listings.tsx';
import { CardSales } from '../components/card-page/card-sales.tsx';
import { OtherCardsOfSet } from '../components/card-page/other-cards-of-set.tsx';
import { PriceChart } from '../components/cards/price-chart.tsx';
import { CardDepth } from '../components/orders/card-depth.tsx';
import { OrderForm } from '../components/orders/order-form.tsx';
import { useListingRemoval } from '../components/own-listings/use-listing-removal.ts';
import { SellHereForm } from '../components/selling/sell-here-form.tsx';
import { noGame, readCardOfGame } from '../read-card-of-game.ts';
import { sellOneCard } from '../sell-one-card.ts';
import type { Route } from './+types/market-card.ts';

export async function loader(args: Route.LoaderArgs) {
  return runLoader(args, async (ctx, url) => {
    const { game, range, page, ...counts } = parseListQuery(
      marketCardQuery,
      url.searchParams,
      ctx.actor,
      marketConstants.pageSize,
    );
    const { perPage, usualPerPage } = counts;
    leaveOutDefaults(url, {
      perPage: String(usualPerPage),
      range: priceRanges[0],
    });
    const card = await openPage(
      url,
      getMarketCard(ctx, {
        kindId: parseKindId(args.params.kindId),
        gameId: game,
        page,
        perPage,
      }),
      { page },
    );
    const listings = card.listings.map(({ own, ...item }) => ({
      ...item,
      removeKey: own ? createFormKey(ctx) : null,
    }));
    const shownGame = card.game ?? card.ofGame;
    const ofGame = shownGame && (await readCardOfGame(ctx, shownGame.id, card, range));
    return { ...card, ...counts, range, listings, ...(ofGame ?? noGame) };
  });
}

export const headers = formHeaders;

/** Puts one of the actor's copies up for sale. */
export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'sale-failed', sellOneCard);
}

export const clientAction = sendForm<typeof action>('sale-failed');

// A listing that could not be removed was usually sold; the page then shows that.
export const shouldRevalidate = revalidateUnlessServerError;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  loaderData ? buildCardHead(matches, loaderData) : [];

export const handle = { failure: 'Failed to load this card.' };

/** The query of the list of listings. */
function toSearch({
  game,
  range,
  perPage,
  usualPerPage,
}: {
  game?: number;
  range: PriceRange;
  perPage: number;
  usualPerPage: number;
}): string {
  const query = new URLSearchParams();
  if (game !== undefined) query.set('game', String(game));
  if (range !== priceRanges[0]) query.set('range', range);
  if (perPage !== usualPerPage) query.set('perPage', String(perPage));
  return query.size > 0 ? `?${query}` : '';
}

/** A card with its facts, open listings, last sales and the other cards of its set. */
export default function MarketCardPage({
  loaderData,
  actionData: latestData,
}: Route.ComponentProps) {
  const { formatMoney } = useNumbers();
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const sold = actionData && 'sold' in actionData ? actionData.sold : undefined;
  const { card, ofGame, game, set, listings, page, pages, range, history, depth, sales } =
    loaderData;
  const { perPage, usualPerPage } = loaderData;
  const { selling, noTrading } = loaderData;
  const navigating = useNavigation().state === 'loading';
  const path = `/community/market/cards/${card.id}`;
  const forSale = useRef<HTMLDivElement>(null);
  const removal = useListingRemoval(() => forSale.current?.focus({ preventScroll: true }));
  const shared = ofGame === null && game === null;
  return (
    <Page width="wide">
      {navigating && <Loading />}
      {sold && (
        <Alert
          tone="success"
          className="mb-6"
          action={
            !sold.atOnce && (
              <ButtonLink to={listingsPath} size="sm" variant="quiet">
                Your listings
              </ButtonLink>
            )
          }
        >
          {sold.atOnce
            ? `${card.name} was sold at once to an order for ${formatMoney(sold.price)}.`
            : `${card.name} is for sale for ${formatMoney(sold.price)}.`}
        </Alert>
      )}
      {failure && !selling && <Alert tone="failure">{failure.message}</Alert>}
      <CardHeader
        {...loaderData}
        hasAside={history !== null}
        sellHere={
          selling && {
            gameId: selling.gameId,
            form: (
              <SellHereForm
                kindId={card.id}
                selling={selling}
                result={actionData && !('error' in actionData) ? actionData : {}}
                failure={failure}
              />
            ),
          }
        }
        setSize={set.length}
        cheapest={page === 1 ? (listings[0]?.price ?? null) : null}
        trail={buildCardTrail(card)}
      >
        {history && (
          <PriceChart
            chart={history.chart}
            range={range}
            pathOf={(choice) =>
              path +
              toSearch({
                game: ofGame ? undefined : history.gameId,
                range: choice,
                perPage,
                usualPerPage,
              })
            }
          />
        )}
        {depth && (
          <div
            id="order"
            className="grid scroll-mt-24 items-start gap-x-8 gap-y-6 lg:grid-cols-2 xl:grid-cols-1"
          >
            <CardDepth sells={depth.sells} buys={depth.buys} />
            {noTrading !== null ? (
              <p>{noTrading}</p>
            ) : depth.key === null ? (
              <p className="text-muted">
                Players order a card at their highest price and get it when somebody sells it for
                that or less.
              </p>
            ) : (
              <OrderForm
                gameId={depth.gameId}
                kindId={card.id}
                formKey={depth.key}
                cheapest={depth.sells.find(({ copies, own }) => copies > own)?.price ?? null}
                highest={depth.buys[0]?.price ?? null}
              />
            )}
          </div>
        )}
      </CardHeader>
      <div
        ref={forSale}
        tabIndex={-1}
        className="mt-12 grid items-start gap-12 outline-none xl:grid-cols-2"
      >
        <PageSection
          title="For sale"
          intro={listings.length > 0 && 'Cheapest first.'}
          actions={
            game && (
              <>
                <ChipLink to={path + toSearch({ range, perPage, usualPerPage })} preventScrollReset>
                  All games
                </ChipLink>
                <ChipLink
                  to={path + toSearch({ game: game.id, range, perPage, usualPerPage })}
                  current
                  preventScrollReset
                >
                  {game.name}
                </ChipLink>
              </>
            )
          }
        >
          {listings.length > 0 ? (
            <div>
              <CardListings name={card.name} listings={listings} removal={removal} />
              <PerPage value={perPage} defaultValue={usualPerPage} />
              <Pager
                page={page}
                pages={pages}
                window={marketConstants.pageWindow}
                label="Pages of listings"
              />
            </div>
          ) : (
            <EmptyState
              icon={Store}
              action={
                depth?.key ? (
                  <ButtonLink to="#order">Order this card</ButtonLink>
                ) : (
                  <ButtonLink to="/community/market">See the whole market</ButtonLink>
                )
              }
            >
              {game
                ? `Nobody sells this card from ${game.name} at the moment.`
                : 'Nobody sells this card at the moment.'}
            </EmptyState>
          )}
        </PageSection>
        <PageSection
          title="Last sales"
          intro={
            sales.length > 0 &&
            'Of two players who trade with each other, the first sale of a day counts towards the median.'
          }
        >
          {sales.length > 0 ? (
            <CardSales sales={sales} shared={shared} />
          ) : (
            <EmptyState>
              {game ? `It has not been sold from ${game.name} yet.` : 'It has not been sold yet.'}
            </EmptyState>
          )}
        </PageSection>
      </div>
      <div className="mt-12">
        <PageSection title="Other cards of this set">
          <OtherCardsOfSet kinds={set} current={card.id} search={game ? `?game=${game.id}` : ''} />
        </PageSection>
      </div>
    </Page>
  );
}
