import { Form } from 'react-router';
import type { SuggestedOrder } from '#domain/collections/suggest-missing-orders.ts';
import { marketConstants } from '#shared/constants/market/market.ts';
import { getOrderField } from '#shared/format/amounts/missing-card-order-fields.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ConfirmationDialog } from '#web/ui/confirmation-dialog.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { SumLine } from './sum-line.tsx';

interface OrderMissingQuestionProps {
  open: boolean;
  /** The page with the question, and without it. */
  path: string;
  closePath: string;
  gameName: string;
  /** The cards with a price, in cents. */
  orders: readonly { card: SuggestedOrder; price: number }[];
  openOrders: number;
  /** Cents. */
  balance: number;
  formKey: string;
  failure: FormError | null;
}

/** Asks before missing cards are ordered: says what is bought at once, what is set aside, and the limits. */
export function OrderMissingQuestion(props: OrderMissingQuestionProps) {
  const { formatMoney } = useNumbers();
  const { open, path, closePath, gameName, orders, openOrders, balance, formKey, failure } = props;
  const pending = usePending({ intent: 'order-missing' });
  const total = orders.reduce((sum, { price }) => sum + price, 0);
  const bought = orders.flatMap(({ card: { cheapest }, price }) =>
    isBought(cheapest, price) ? [cheapest] : [],
  );
  const cost = bought.reduce((sum, price) => sum + price, 0);
  const waiting = orders.filter(({ card: { cheapest }, price }) => !isBought(cheapest, price));
  const setAside = waiting.reduce((sum, { price }) => sum + price, 0);
  const tooMany = openOrders + waiting.length > marketConstants.ordersMax;
  const isTooMuch = total > balance;
  return (
    <ConfirmationDialog
      open={open}
      title={`Order ${countCards(orders.length)} of ${gameName}?`}
      closePath={closePath}
      confirm={
        isTooMuch || tooMany ? (
          isTooMuch && <ButtonLink to="/profile/wallet">Add money</ButtonLink>
        ) : (
          <Form method="post" action={path}>
            <input type="hidden" name="intent" value="order-missing" />
            <IdempotencyKey value={formKey} />
            {orders.map(({ card, price }) => (
              <input
                key={card.kindId}
                type="hidden"
                name={getOrderField(card.kindId)}
                value={formatDecimal(price)}
              />
            ))}
            <Button pending={pending}>Order {countCards(orders.length)}</Button>
          </Form>
        )
      }
    >
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      <ul className="grid gap-1.5">
        {orders.map(({ card: { kindId, name, cheapest }, price }) => (
          <li key={kindId} className="flex justify-between gap-4 text-sm">
            <span className="wrap-anywhere">{name}</span>
            <span className="text-right text-muted tabular-nums">
              {isBought(cheapest, price)
                ? `bought at once from ${formatMoney(cheapest)}`
                : `ordered for up to ${formatMoney(price)}`}
            </span>
          </li>
        ))}
      </ul>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2 border-t border-line pt-4">
        {bought.length > 0 && (
          <SumLine name={`Bought at once, ${countCards(bought.length)}`} cents={cost} />
        )}
        {waiting.length > 0 && (
          <SumLine name={`Set aside for ${marketConstants.orderDays} days`} cents={setAside} />
        )}
        <SumLine name="At most in all" cents={total} />
        <SumLine name="Balance now" cents={balance} />
        {!isTooMuch && <SumLine name="Balance after, at worst" cents={balance - total} strong />}
      </dl>
      {isTooMuch && (
        <Alert tone="failure">Not enough money: {formatMoney(total - balance)} is missing.</Alert>
      )}
      {tooMany && (
        <Alert tone="failure">
          You can have {marketConstants.ordersMax} open orders at a time, and {openOrders} are open.
        </Alert>
      )}
      {waiting.length > 0 && (
        <p className="text-sm text-muted">
          What is set aside comes back when you cancel an order, or when it ends.
        </p>
      )}
    </ConfirmationDialog>
  );
}

function isBought(cheapest: number | null, price: number): cheapest is number {
  return cheapest !== null && cheapest <= price;
}

function countCards(count: number): string {
  return count === 1 ? 'one card' : `${count} cards`;
}
