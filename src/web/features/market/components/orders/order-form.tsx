import { ShoppingCart } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-router';
import { marketConstants } from '#shared/constants/market/market.ts';
import { parseAmount, priceRules } from '#shared/format/amounts/amount-field.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { ordersPath } from '#web/paths/market.ts';
import { Button } from '#web/ui/button.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

interface OrderFormProps {
  gameId: number;
  kindId: string;
  formKey: string;
  /** The cheapest listing of others and the highest order, in cents. */
  cheapest: number | null;
  highest: number | null;
}

/** Places a buy order for a card. It says before it is sent when the order buys at once. */
export function OrderForm({ gameId, kindId, formKey, cheapest, highest }: OrderFormProps) {
  const { formatMoney } = useNumbers();
  const [price, setPrice] = useState('');
  const [quantity, setQuantity] = useState('1');
  const pending = usePending({ intent: 'place' });
  const typed = parseAmount(price, priceRules);
  const cents = 'cents' in typed ? typed.cents : null;
  const copies = /^\d+$/.test(quantity) ? Number(quantity) : 1;
  return (
    <section aria-label="Order this card" className="grid gap-3">
      <h2 className="text-xl">Order</h2>
      <Form method="post" action={ordersPath} className="grid gap-3">
        <input type="hidden" name="intent" value="place" />
        <input type="hidden" name="gameId" value={gameId} />
        <input type="hidden" name="kindId" value={kindId} />
        <IdempotencyKey value={formKey} />
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-2">
          <MoneyField
            label="Highest price"
            name="price"
            value={price}
            onChange={(event) => setPrice(event.currentTarget.value)}
            onRounded={setPrice}
          />
          <TextField
            label="Copies"
            name="quantity"
            type="number"
            min={1}
            max={marketConstants.orderCopiesMax}
            value={quantity}
            onChange={(event) => setQuantity(event.currentTarget.value)}
          />
        </div>
        {highest !== null && (
          <p>
            <Button
              type="button"
              variant="quiet"
              size="sm"
              onClick={() => setPrice(formatDecimal(highest + 1))}
            >
              Above the best order, {formatMoney(highest + 1)}
            </Button>
          </p>
        )}
        <p className="text-sm text-muted">
          {cents !== null && cheapest !== null && cents >= cheapest
            ? `This buys at once from ${formatMoney(cheapest)}; what is left stays ordered.`
            : `${cents === null ? 'The price of all copies' : formatMoney(cents * copies)} is set aside for ${marketConstants.orderDays} days and comes back when you cancel.`}
        </p>
        <Button pending={pending}>
          <ShoppingCart aria-hidden />
          Order
        </Button>
      </Form>
    </section>
  );
}
