import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { parseAmount, totalRules } from '#shared/format/amounts/amount-field.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { BuyMissingDialog } from './buy-missing-dialog.tsx';

interface BuyMissingFormProps {
  formKey: string;
  /** The number of missing cards that are for sale. */
  buyable: number;
  /** The current price of these cards in all, in cents. */
  cost: number;
  /** Cents. */
  balance: number;
  failure: FormError | null;
}

/** A form to buy the missing cards up to a highest total. Where scripts run, a dialog asks first. */
export function BuyMissingForm({ formKey, buyable, cost, balance, failure }: BuyMissingFormProps) {
  const { formatMoney } = useNumbers();
  const pending = usePending({ intent: 'buy-missing' });
  const form = useRef<HTMLFormElement>(null);
  // The highest total in cents that the dialog asks about.
  const [confirming, setConfirming] = useState<number | null>(null);
  const confirmed = useRef(false);
  const { maximum: maximumError, ...otherErrors } = failure?.fields ?? {};

  // Closes the dialog before the purchase report takes the focus.
  useLayoutEffect(() => {
    if (!pending) setConfirming(null);
  }, [pending]);

  function confirmFirst(event: FormEvent<HTMLFormElement>) {
    if (confirmed.current) {
      confirmed.current = false;
      return;
    }
    const typed = new FormData(event.currentTarget).get('maximum');
    const maximum = parseAmount(String(typed), totalRules);
    // An invalid total is sent: the server buys nothing and answers with the error.
    if ('problem' in maximum) return;
    event.preventDefault();
    setConfirming(maximum.cents);
  }

  return (
    <>
      <Form
        method="post"
        ref={form}
        preventScrollReset
        noValidate
        onSubmit={confirmFirst}
        className="grid gap-4"
      >
        <input type="hidden" name="intent" value="buy-missing" />
        <IdempotencyKey value={formKey} />
        <MoneyField
          // Resets the suggested total when the cost changes.
          key={cost}
          label="Highest total"
          name="maximum"
          defaultValue={failure?.typed.maximum ?? formatDecimal(cost)}
          error={maximumError}
          hint={`You never pay more than this in all, whatever changes meanwhile. Your balance is ${formatMoney(balance)}.`}
        />
        {failure && !maximumError && (
          <Alert tone="failure">{Object.values(otherErrors)[0] ?? failure.message}</Alert>
        )}
        <Button pending={pending} block>
          Buy the missing cards
        </Button>
      </Form>
      <BuyMissingDialog
        maximum={confirming}
        buyable={buyable}
        cost={cost}
        balance={balance}
        pending={pending}
        onConfirm={() => {
          confirmed.current = true;
          form.current?.requestSubmit();
        }}
        onClose={() => setConfirming(null)}
      />
    </>
  );
}
