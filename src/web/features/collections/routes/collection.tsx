import { randomUUID } from 'node:crypto';
import { type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router';
import { canTopUp } from '#domain/accounts/require-actor.ts';
import { buyMissingCards } from '#domain/collections/buy-missing-cards.ts';
import { getCollection } from '#domain/collections/get-collection.ts';
import { getPurchase } from '#domain/collections/missing-cards-report.ts';
import { buyMissingInput, collectionQuery } from '#shared/schemas/collections.ts';
import { catalogueId } from '#web/features/catalog/read-catalog-id.ts';
import { runFormAction } from '#web/lib/actions/form-action.ts';
import { formFailureOf } from '#web/lib/actions/form-failure.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { parse, runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { submitToServer } from '#web/lib/actions/submit-to-server.ts';
import { screenHead } from '#web/lib/seo/page-head.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { BuyMissingForm } from '../components/buy-missing-form.tsx';
import { describeMissing, describeProgress } from '../components/missing-cost.ts';
import { ProgressBar } from '../components/progress-bar.tsx';
import { PurchaseReport } from '../components/purchase-report.tsx';
import { SetGrid } from '../components/set-grid.tsx';
import type { Route } from './+types/collection.ts';

export const meta: Route.MetaFunction = ({ loaderData }) =>
  screenHead(loaderData ? `Your collection of ${loaderData.game.name}` : 'Your collection');

export const handle = { failure: 'Failed to load the collection.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, url) => {
    const gameId = catalogueId(args.params.gameId, 'game-not-found');
    const { order } = parse(collectionQuery, url.searchParams);
    const [collection, purchase] = await Promise.all([
      getCollection(ctx, gameId),
      order && getPurchase(ctx, order),
    ]);
    return {
      ...collection,
      order,
      purchase: purchase && purchase.gameId === gameId ? purchase : null,
      balance: actor.balance,
      canBuy: canTopUp(actor),
      key: randomUUID(),
    };
  });
}

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'market-failed', async (ctx, form) => {
    const gameId = catalogueId(args.params.gameId, 'game-not-found');
    const { key, maximum } = parse(buyMissingInput, form);
    await buyMissingCards(ctx, { gameId, maximum, key });
    // A page of its own, so that a reload buys nothing and the balance is the new one.
    throw redirect(`/collection/${gameId}?order=${key}`);
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return submitToServer(args, 'market-failed');
}

// A refusal tells that the page is out of date; after a failure of ours the form's key must stay.
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { actionStatus, defaultShouldRevalidate } = args;
  if (actionStatus !== undefined && actionStatus >= 400) return actionStatus === 409;
  return defaultShouldRevalidate;
}

/** A game's card set as far as its reader has it, and the way to the rest. */
export default function Collection({ loaderData, actionData }: Route.ComponentProps) {
  const { game, cards, collected, setSize, missing, buyable, cost } = loaderData;
  const { order, purchase, balance, canBuy, key } = loaderData;
  const leaving = useNavigation().state === 'loading';
  // Without script too, what was begun and failed is gone on with by the same key.
  const failed = actionData && 'refusal' in actionData ? actionData : null;
  const begun = failed?.refusal.code === 'market-failed' ? failed.typed.key : undefined;
  return (
    <Page>
      <PageHeader
        title={game.name}
        lead={`${describeProgress(loaderData)}.`}
        back={{ to: '/collection', label: 'Back to the collection' }}
        actions={
          <>
            <ButtonLink to={`/game-info/${game.id}`} variant="quiet">
              Game page
            </ButtonLink>
            <ButtonLink to={`/community/market?game=${game.id}`} variant="quiet">
              Market
            </ButtonLink>
          </>
        }
      />
      {leaving && <Loading />}
      {purchase && <PurchaseReport key={order} {...purchase} />}
      <ProgressBar collected={collected} setSize={setSize} className="mb-8" />
      <div
        className={
          missing > 0 ? 'grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_21rem]' : undefined
        }
      >
        <SetGrid
          cards={cards}
          linkTo={(kindId) => `/community/market/cards/${kindId}?game=${game.id}`}
        />
        {missing > 0 && (
          <aside
            aria-labelledby="missing-title"
            className="grid gap-4 rounded-lg bg-surface p-6 shadow-float max-lg:order-first"
          >
            <h2 id="missing-title" className="text-xl">
              {missing === 1 ? 'One card is missing' : `${missing} cards are missing`}
            </h2>
            <p className="text-muted">
              {describeMissing(loaderData)}.
              {buyable === 0 && ' Play the game, or look again later.'}
            </p>
            {buyable > 0 &&
              (canBuy ? (
                <BuyMissingForm
                  formKey={begun ?? key}
                  buyable={buyable}
                  cost={cost}
                  balance={balance}
                  failure={formFailureOf(actionData)}
                />
              ) : (
                <Notice
                  action={
                    <ButtonLink to="/register" size="sm">
                      Register account
                    </ButtonLink>
                  }
                >
                  Guests cannot buy cards. Register to keep your games and cards.
                </Notice>
              ))}
          </aside>
        )}
      </div>
    </Page>
  );
}
