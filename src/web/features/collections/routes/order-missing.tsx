import { Layers } from 'lucide-react';
import { orderMissingCards } from '#domain/collections/order-missing-cards.ts';
import { suggestMissingOrders } from '#domain/collections/suggest-missing-orders.ts';
import { findNoTradingReason } from '#domain/market/trading-of-game.ts';
import { canTopUp } from '#domain/permissions/require-actor.ts';
import { requirePart } from '#domain/site/site-parts.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { getOrderField } from '#shared/format/amounts/missing-card-order-fields.ts';
import { readOrderPrices } from '#shared/schemas/collections.ts';
import { keyedInput } from '#shared/schemas/fields/idempotency-key.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { RegisterButton } from '#web/features/accounts/public.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { readCatalogId } from '#web/lib/actions/read-catalog-id.ts';
import { redirect } from '#web/lib/actions/redirect.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { useLastActionData } from '#web/lib/actions/use-last-action-data.ts';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { OrderMissingForm } from '../components/order-missing-form.tsx';
import { OrderMissingQuestion } from '../components/order-missing-question.tsx';
import type { Route } from './+types/order-missing.ts';

const noPrice = 'Enter a price for at least one card.';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  noIndexHead(
    loaderData ? `Order missing cards of ${loaderData.game.name}` : 'Order missing cards',
    matches,
  );

export const handle = { failure: 'Failed to load the missing cards.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, actor, { searchParams }) => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    await requirePart(ctx, 'market');
    const noTrading = await findNoTradingReason(ctx, gameId);
    const { game, cards, openOrders } = await suggestMissingOrders(ctx, gameId);
    const { orders, fields } = readOrderPrices(searchParams);
    const prices = new Map(orders.map(({ kindId, price }) => [kindId, price]));
    const chosen = cards.flatMap((card) => {
      const price = prices.get(card.kindId);
      return price === undefined ? [] : [{ card, price }];
    });
    const asked = searchParams.has('ask');
    const names = cards.map(({ kindId }) => getOrderField(kindId));
    // Only the fields of this form: the address can have anything.
    const typed = names.some((name) => searchParams.has(name))
      ? Object.fromEntries(names.map((name) => [name, searchParams.get(name) ?? '']))
      : null;
    const isEmpty = asked && chosen.length === 0 && Object.keys(fields).length === 0;
    return {
      game,
      cards,
      openOrders,
      orders: chosen,
      typed,
      fields: isEmpty ? { prices: noPrice } : fields,
      asking: asked && chosen.length > 0 && Object.keys(fields).length === 0,
      closeSearch: `${new URLSearchParams(typed ?? {})}`,
      balance: actor.balance,
      canOrder: canTopUp(actor),
      noTrading,
      key: createFormKey(ctx),
    };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'order-failed', async (ctx, form) => {
    const gameId = readCatalogId(args.params.gameId, 'game-not-found');
    const { key } = parseInput(keyedInput, form);
    const { orders, fields } = readOrderPrices(form);
    if (Object.keys(fields).length > 0) throw new AppError('bad-input', { fields });
    if (orders.length === 0) throw new AppError('bad-input', { fields: { prices: noPrice } });
    await orderMissingCards(ctx, { gameId, orders, key });
    // The redirect keeps a reload from ordering again and shows the new balance.
    throw redirect(`/collection/${gameId}?ordered=${key}`);
  });
}

export const clientAction = sendForm<typeof action>('order-failed');

/** Orders all missing cards of a set: a price for each, and a question before anything moves. */
export default function OrderMissing({ loaderData, actionData: latest }: Route.ComponentProps) {
  const actionData = useLastActionData(latest);
  const failure = useFormError(actionData);
  const { game, cards, openOrders, orders, typed, fields } = loaderData;
  const { asking, closeSearch, balance, canOrder, noTrading, key } = loaderData;
  const root = `/collection/${game.id}/order`;
  const closePath = closeSearch ? `${root}?${closeSearch}` : root;
  // A form that failed half-way continues with the same idempotency key.
  const formKey = (failure?.isUnexpected && failure.typed.key) || key;
  return (
    <Page>
      <PageHeader
        title="Order missing cards"
        intro={`${game.name}. One copy of each card. An order buys when somebody sells the card for your price or less, and waits up to ${marketConstants.orderDays} days. Leave a price empty to skip a card.`}
        back={{ to: `/collection/${game.id}`, label: 'Back to the set' }}
      />
      {cards.length === 0 ? (
        <EmptyState
          icon={Layers}
          action={<ButtonLink to={`/collection/${game.id}`}>Back to the set</ButtonLink>}
        >
          No card of this set is missing.
        </EmptyState>
      ) : noTrading !== null ? (
        <Alert>{noTrading}</Alert>
      ) : canOrder ? (
        <>
          <OrderMissingForm
            key={game.id}
            gameId={game.id}
            cards={cards}
            typed={typed}
            fields={fields}
            balance={balance}
          />
          <OrderMissingQuestion
            open={asking}
            path={`${closePath}${closeSearch ? '&' : '?'}ask=yes`}
            closePath={closePath}
            gameName={game.name}
            orders={orders}
            openOrders={openOrders}
            balance={balance}
            formKey={formKey}
            failure={failure}
          />
        </>
      ) : (
        <Alert action={<RegisterButton size="sm">Register account</RegisterButton>}>
          Guests cannot order cards. Register to keep your games and cards.
        </Alert>
      )}
    </Page>
  );
}
