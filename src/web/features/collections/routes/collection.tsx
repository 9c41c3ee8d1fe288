import { type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router';
import { buyMissingCards } from '#domain/collections/buy-missing-cards.ts';
import { getCollection } from '#domain/collections/get-collection.ts';
import { getPurchase } from '#domain/collections/missing-cards-report.ts';
import { getOrdersReport } from '#domain/collections/missing-orders-report.ts';
import { craftBadge, findCraftObstacle } from '#domain/crafting/craft-badge.ts';
import {
  closeCelebration,
  getBadgeState,
  getRecycledCard,
} from '#domain/crafting/get-badge-state.ts';
import { recycleCards } from '#domain/crafting/recycle-cards.ts';
import { describeShownOdds, listRecyclingOptions } from '#domain/crafting/recycling-odds.ts';
import { findNoTradingReason } from '#domain/market/trading-of-game.ts';
import { canTopUp } from '#domain/permissions/require-actor.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import {
  buyMissingInput,
  collectionQuery,
  craftInput,
  recycleInput,
} from '#shared/schemas/collections.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { readCatalogId } from '#web/lib/actions/read-catalog-id.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { usePartsOff } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading/loading.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { BuyMissingForm } from '../components/buy-missing-form.tsx';
import { CardSetGrid } from '../components/card-set-grid.tsx';
import {
  CraftCelebration,
  RecycledCardResult,
  SetCelebration,
} from '../components/celebrations.tsx';
import { CollectionProgressBar } from '../components/collection-progress-bar.tsx';
import { CraftPanel } from '../components/craft-panel.tsx';
import { describeMissing, describeProgress } from '../components/describe-collection.ts';
import { MissingCardsReport } from '../components/missing-cards-report.tsx';
import { MissingOrdersReport } from '../components/missing-orders-report.tsx';
import { OrderAllMissing } from '../components/order-all-missing.tsx';
import { RecyclePanel } from '../components/recycle-panel.tsx';
import { useCelebration } from '../components/use-celebration.ts';
import type { Route } from './+types/collection.ts';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(
    loaderData ? `Your collection of ${loaderData.game.name}` : 'Your collection',
    matches,
  );

export const handle = { failure: 'Failed to load the collection.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const { order, ordered, ask, crafted, recycled } = parseInput(
      collectionQuery,
      url.searchParams,
    );
    const [collection, purchase, orders, badge, made, noTrading] = await Promise.all([
      getCollection(ctx, gameId),
      order && getPurchase(ctx, order),
      ordered && getOrdersReport(ctx, ordered),
      getBadgeState(ctx, gameId),
      recycled && getRecycledCard(ctx, recycled),
      findNoTradingReason(ctx, gameId),
    ]);
    const isHighest = badge.level >= collectionConstants.badgeLevelMax;
    const holdsSet = collection.craftedKinds !== null;
    const obstacle = holdsSet && !isHighest ? await findCraftObstacle(ctx, gameId) : null;
    return {
      ...collection,
      obstacle,
      canCraft: holdsSet && !isHighest && obstacle === null,
      noTrading,
      badge,
      ask,
      craftedLevel: badge.level > 0 && Number(crafted) === badge.level ? badge.level : null,
      recycledCard: made && made.gameId === gameId ? made : null,
      recyclingOptions: listRecyclingOptions(collection.cards).map((option) => ({
        ...option,
        shownOdds: describeShownOdds(option),
      })),
      order,
      purchase: purchase && purchase.gameId === gameId ? purchase : null,
      ordered,
      orders: orders && orders.gameId === gameId ? orders : null,
      balance: actor.balance,
      canBuy: canTopUp(actor),
      key: createFormKey(ctx),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'collection-failed', async (ctx, form) => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const intent = form.get('intent');
    if (intent === 'celebration-shown') {
      await closeCelebration(ctx, gameId);
      return { seen: true as const };
    }
    if (intent === 'celebrated') {
      await closeCelebration(ctx, gameId);
      throw redirect(`/collection/${gameId}`);
    }
    if (intent === 'craft') {
      const { level } = await craftBadge(ctx, { gameId, ...parseInput(craftInput, form) });
      throw redirect(`/collection/${gameId}?crafted=${level}`);
    }
    if (intent === 'recycle') {
      const { odds: shownOdds, rarity, key } = parseInput(recycleInput, form);
      const { recyclingId } = await recycleCards(ctx, { gameId, rarity, shownOdds, key });
      throw redirect(`/collection/${gameId}?recycled=${recyclingId}`);
    }
    const { key, maximum } = parseInput(buyMissingInput, form);
    await buyMissingCards(ctx, { gameId, maximum, key });
    // The redirect keeps a reload from buying again and shows the new balance.
    throw redirect(`/collection/${gameId}?order=${key}`);
  });
}

export const clientAction = sendForm<typeof action>('collection-failed');

// A conflict (409) means that the page is out of date. After other errors the form has to keep its key.
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionStatus, defaultShouldRevalidate } = args;
  if (actionStatus !== undefined && actionStatus >= 400) return actionStatus === 409;
  return defaultShouldRevalidate;
}

/** The reader's collection of one game, with a form to buy the missing cards. */
export default function Collection({ loaderData, actionData: latestData }: Route.ComponentProps) {
  const numbers = useNumbers();
  const actionData = useLastActionData(latestData);
  const failure = useFormError(actionData);
  const { game, cards, collected, setSize, missing, buyable, cost } = loaderData;
  const { order, purchase, ordered, orders, balance, canBuy, key } = loaderData;
  const { badge, ask, craftedLevel, recycledCard, recyclingOptions, noTrading } = loaderData;
  const { completedAt } = badge;
  const { isComplete, canCraft, obstacle } = loaderData;
  const [celebrates, endCelebration] = useCelebration(game.id, badge.celebrates && isComplete);
  const isMarketOn = !usePartsOff().market;
  const intent = failure?.typed.intent;
  const navigating = useNavigation().state === 'loading';
  // Without scripts too, a purchase that failed half-way continues with the same idempotency key.
  const failedForm = actionData && 'error' in actionData ? actionData : null;
  const keyOf = (of: string) =>
    failedForm?.error.code === 'unexpected' && failedForm.typed.intent === of
      ? (failedForm.typed.key ?? key)
      : key;
  return (
    <Page>
      <PageHeader
        title={game.name}
        intro={`${describeProgress(loaderData)}.`}
        back={{ to: '/collection', label: 'Back to the collection' }}
        actions={
          <>
            <ButtonLink to={`/game-info/${game.id}`} variant="quiet">
              Game page
            </ButtonLink>
            {isMarketOn && (
              <ButtonLink to={`/community/market?game=${game.id}`} variant="quiet">
                Market
              </ButtonLink>
            )}
          </>
        }
      />
      {navigating && <Loading />}
      {craftedLevel !== null && (
        <CraftCelebration key={craftedLevel} level={craftedLevel} gameName={game.name} />
      )}
      {recycledCard && (
        <RecycledCardResult
          card={recycledCard}
          isNew={cards.some(({ kindId, held }) => kindId === recycledCard.kindId && held === 1)}
        />
      )}
      {celebrates && craftedLevel === null && (
        <SetCelebration
          gameId={game.id}
          gameName={game.name}
          cards={cards}
          canCraft={canCraft}
          onClose={endCelebration}
        />
      )}
      {purchase && <MissingCardsReport key={order} {...purchase} />}
      {orders && <MissingOrdersReport key={ordered} {...orders} />}
      <CollectionProgressBar
        collected={collected}
        setSize={setSize}
        className={completedAt ? 'mb-2' : 'mb-8'}
      />
      {completedAt && (
        <p className="mb-8 text-sm text-muted">
          Completed on <DateTime value={completedAt} format="date" />.
        </p>
      )}
      <div
        className={
          missing > 0 ? 'grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_21rem]' : undefined
        }
      >
        <CardSetGrid
          cards={cards}
          linkTo={
            isMarketOn ? (kindId) => `/community/market/cards/${kindId}?game=${game.id}` : null
          }
          canTrade={noTrading === null}
        />
        {missing > 0 && (
          <aside
            aria-labelledby="missing-title"
            className="grid gap-4 rounded-lg bg-surface p-6 shadow-float max-lg:order-first"
          >
            <h2 id="missing-title" className="text-xl">
              {missing === 1 ? 'One card is missing' : `${missing} cards are missing`}
            </h2>
            <p className="text-muted">{describeMissing(loaderData, numbers)}.</p>
            {noTrading !== null ? (
              <p>{noTrading}</p>
            ) : canBuy ? (
              <>
                {buyable > 0 && (
                  <BuyMissingForm
                    formKey={keyOf('buy-missing')}
                    buyable={buyable}
                    cost={cost}
                    balance={balance}
                    failure={intent === 'craft' || intent === 'recycle' ? null : failure}
                  />
                )}
                <OrderAllMissing
                  gameId={game.id}
                  secondary={buyable > 0}
                  waiting={
                    cards.filter((card) => card.held + card.listed === 0 && card.ordered === null)
                      .length
                  }
                />
              </>
            ) : (
              buyable > 0 && (
                <Alert action={<RegisterButton size="sm">Register account</RegisterButton>}>
                  Guests cannot buy cards. Register to keep your games and cards.
                </Alert>
              )
            )}
          </aside>
        )}
      </div>
      <div className="mt-10 grid items-start gap-6 md:grid-cols-2">
        <CraftPanel
          gameId={game.id}
          gameName={game.name}
          cards={cards}
          craftedKinds={loaderData.craftedKinds}
          level={badge.level}
          canCraft={canCraft}
          obstacle={obstacle}
          formKey={keyOf('craft')}
          asking={ask === 'craft'}
          failure={intent === 'craft' ? failure : null}
        />
        <RecyclePanel
          gameId={game.id}
          options={recyclingOptions}
          formKey={keyOf('recycle')}
          asking={ask}
          failure={intent === 'recycle' ? failure : null}
        />
      </div>
    </Page>
  );
}
