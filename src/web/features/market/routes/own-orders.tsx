import { ShoppingCart } from 'lucide-react';
import { Form } from 'react-router';
import { cancelOrder } from '#domain/market/orders/end-orders.ts';
import { listOwnOrders } from '#domain/market/orders/list-own-orders.ts';
import { placeOrder } from '#domain/market/orders/place-order.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import type { NumberFormat } from '#shared/constants/site/appearance.ts';
import { formatMoney } from '#shared/format/amounts/money.ts';
import {
  orderInput,
  ownOrdersQuery,
  placeOrderInput,
} from '#shared/schemas/market/market-orders.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { formHeaders, runFormAction } from '#web/lib/actions/form-action.ts';
import { useFormError } from '#web/lib/actions/form-error.ts';
import { openPage } from '#web/lib/actions/list-redirects.ts';
import { runGuardedLoader } from '#web/lib/actions/run-loader-or-action.ts';
import { sendForm } from '#web/lib/actions/submit-to-server.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { createFormKey } from '#web/lib/rendering-cache/values-of-request.ts';
import { usePartsOff } from '#web/lib/root-data.ts';
import { noIndexHead } from '#web/lib/seo/page-head.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { marketCardsRoot, ordersPath } from '#web/paths/market.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CardPicture } from '#web/ui/cards/card-picture.tsx';
import { CardTitle } from '#web/ui/cards/card-title.tsx';
import { ChipLink } from '#web/ui/chip.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { Page, PageHeader } from '#web/ui/page.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { MarketTabs } from '../components/market-tabs.tsx';
import type { Route } from './+types/own-orders.ts';

export const meta: Route.MetaFunction = ({ matches }) => noIndexHead('Your orders', matches);

export const handle = { failure: 'Failed to load your orders.' };

export async function loader(args: Route.LoaderArgs) {
  return runGuardedLoader(args, async (ctx, _account, url) => {
    const { state, page } = parseInput(ownOrdersQuery, url.searchParams);
    const list = await openPage(
      url,
      listOwnOrders(ctx, { state, page, perPage: marketConstants.pageSize }),
      { page },
    );
    const orders = list.orders.map((order) => ({ ...order, key: createFormKey(ctx) }));
    return { ...list, orders, state, page };
  });
}

export const headers = formHeaders;

export async function action(args: Route.ActionArgs) {
  return runFormAction(args, 'order-failed', async (ctx, form) => {
    const format = ctx.actor?.appearance?.numberFormat;
    if (form.get('intent') === 'place') {
      const { bought, remaining, price } = await placeOrder(ctx, parseInput(placeOrderInput, form));
      return { message: describePlaced(bought, remaining, price, format) };
    }
    const { returned } = await cancelOrder(ctx, parseInput(orderInput, form));
    return {
      message: `The order is cancelled. ${formatMoney(returned, format)} is back in your wallet.`,
    };
  });
}

function describePlaced(
  bought: readonly { price: number }[],
  remaining: number,
  price: number,
  format: NumberFormat | undefined,
): string {
  const paid = bought.reduce((sum, sale) => sum + sale.price, 0);
  const copies = (count: number) => (count === 1 ? 'one copy' : `${count} copies`);
  return [
    bought.length > 0 &&
      `You bought ${copies(bought.length)} at once for ${formatMoney(paid, format)}.`,
    remaining > 0 &&
      `Ordered: ${copies(remaining)} for up to ${formatMoney(price, format)}${remaining > 1 ? ' each' : ''}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export const clientAction = sendForm<typeof action>('order-failed');

/** The reader's buy orders. */
export default function OwnOrders({ loaderData, actionData }: Route.ComponentProps) {
  const { formatMoney } = useNumbers();
  const off = usePartsOff();
  const { orders, open, setAside, state, page, pages } = loaderData;
  const failure = useFormError(actionData);
  const message = actionData && 'message' in actionData ? actionData.message : null;
  const fieldTexts = failure ? Object.values(failure.fields) : [];
  return (
    <Page width="wide">
      <PageHeader
        title="Market"
        intro={`${open} open ${open === 1 ? 'order' : 'orders'} of at most ${marketConstants.ordersMax}, with ${formatMoney(setAside)} set aside.`}
      />
      <MarketTabs current="orders" />
      <div className="grid gap-6">
        {failure && <Alert tone="failure">{fieldTexts[0] ?? failure.message}</Alert>}
        {message && <Alert tone="success">{message}</Alert>}
        <nav aria-label="Orders" className="flex gap-2">
          <ChipLink to={ordersPath} current={state === 'open'}>
            Open
          </ChipLink>
          <ChipLink to={`${ordersPath}?state=ended`} current={state === 'ended'}>
            Ended
          </ChipLink>
        </nav>
        {orders.length > 0 ? (
          <ul className="grid gap-3">
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={ShoppingCart}
            action={
              !off.market && <ButtonLink to={marketCardsRoot}>Choose a card to order</ButtonLink>
            }
          >
            {state === 'open' ? 'You have no open orders.' : 'None of your orders has ended.'}
          </EmptyState>
        )}
      </div>
      <Pager
        page={page}
        pages={pages}
        window={marketConstants.pageWindow}
        label="Pages of your orders"
      />
    </Page>
  );
}

type Order = Route.ComponentProps['loaderData']['orders'][number];

const stateNames: Record<Order['state'], string> = {
  open: 'Open',
  filled: 'Filled',
  cancelled: 'Cancelled',
  expired: 'Ended after 30 days',
};

function OrderRow({ order }: { order: Order }) {
  const pending = usePending({ intent: 'cancel', orderId: order.id });
  const { id, name, price, quantity, remaining } = order;
  return (
    <li className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-start gap-x-5 gap-y-4 rounded-lg bg-surface p-4 shadow-lift sm:grid-cols-[4.5rem_minmax(0,1fr)_auto] sm:items-center sm:p-5">
      <CardPicture
        name={name}
        rarity={order.rarity}
        picture={order.picture || null}
        caption={false}
      />
      <div className="grid min-w-0 gap-1">
        <CardTitle card={order} />
        <dl className="flex flex-wrap gap-x-5 text-sm text-muted [&_dd]:font-semibold [&_dd]:text-ink [&_dd]:tabular-nums [&>div]:flex [&>div]:gap-1.5">
          <div>
            <dt>Up to</dt>
            <dd>
              <MoneyAmount cents={price} />
            </dd>
          </div>
          <div>
            <dt>Bought</dt>
            <dd>
              {quantity - remaining} of {quantity}
            </dd>
          </div>
          <div>
            <dt>Highest order</dt>
            <dd>
              {order.highestOrder === null ? 'none' : <MoneyAmount cents={order.highestOrder} />}
            </dd>
          </div>
          <div>
            <dt>Lowest listing</dt>
            <dd>
              {order.lowestListing === null ? 'none' : <MoneyAmount cents={order.lowestListing} />}
            </dd>
          </div>
          <div>
            <dt>{order.state === 'open' ? 'Until' : stateNames[order.state]}</dt>
            <dd>
              <DateTime value={order.closedAt ?? order.endsAt} />
            </dd>
          </div>
        </dl>
      </div>
      {order.state === 'open' && (
        <Form method="post" preventScrollReset className="max-sm:col-span-full">
          <IdempotencyKey value={order.key} />
          <input type="hidden" name="intent" value="cancel" />
          <input type="hidden" name="orderId" value={id} />
          <Button variant="quiet" pending={pending} aria-label={`Cancel the order of ${name}`}>
            Cancel
          </Button>
        </Form>
      )}
    </li>
  );
}
