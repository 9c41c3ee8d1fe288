import { Form } from 'react-router';
import { formatDecimal, formatMoney } from '#shared/money.ts';
import { Button } from '../button.tsx';
import { IdempotencyKey } from '../idempotency-key.tsx';
import { Notice } from '../notice.tsx';
import { TextField } from '../text-field.tsx';
import { usePending } from '../use-pending.ts';

interface BuyMissingFormProps {
  formKey: string;
  /** Cents. */
  cost: number;
  balance: number;
  failure: {
    message: string;
    fields: Record<string, string>;
    typed: Record<string, string>;
  } | null;
}

/** Buys what is missing, for a highest total in all. */
export function BuyMissingForm({ formKey, cost, balance, failure }: BuyMissingFormProps) {
  const pending = usePending({ intent: 'buy-missing' });
  const { maximum: wrong, ...other } = failure?.fields ?? {};
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="buy-missing" />
      <IdempotencyKey value={formKey} />
      <TextField
        // What is offered changes with what is for sale.
        key={cost}
        label="Highest total"
        name="maximum"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={failure?.typed.maximum ?? formatDecimal(cost)}
        error={wrong}
        hint={`You never pay more than this in all, whatever changes meanwhile. Your balance is ${formatMoney(balance)}.`}
      />
      {failure && !wrong && (
        <Notice tone="failure">{Object.values(other)[0] ?? failure.message}</Notice>
      )}
      <Button pending={pending} block>
        Buy the missing cards
      </Button>
    </Form>
  );
}
