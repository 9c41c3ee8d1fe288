import { type FormEvent, useLayoutEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { readAmount, totalRules } from '#shared/format/amount.ts';
import { formatDecimal, formatMoney } from '#shared/format/money.ts';
import { MoneyField } from '#web/features/wallet/components/money-field.tsx';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BuyMissingDialog } from './buy-missing-dialog.tsx';

interface BuyMissingFormProps {
  formKey: string;
  /** How many of the missing cards are for sale, and what they cost now (cents). */
  buyable: number;
  cost: number;
  balance: number;
  failure: {
    message: string;
    fields: Record<string, string>;
    typed: Record<string, string>;
  } | null;
}

/** Buys what is missing, for a highest total in all; asks first where scripts run. */
export function BuyMissingForm({ formKey, buyable, cost, balance, failure }: BuyMissingFormProps) {
  const pending = usePending({ intent: 'buy-missing' });
  const form = useRef<HTMLFormElement>(null);
  // The highest total (cents) that is asked about.
  const [asked, setAsked] = useState<number | null>(null);
  const sure = useRef(false);
  const { maximum: wrong, ...other } = failure?.fields ?? {};

  // Closed before the report of what was bought takes the focus.
  useLayoutEffect(() => {
    if (!pending) setAsked(null);
  }, [pending]);

  function send(event: FormEvent<HTMLFormElement>) {
    if (sure.current) {
      sure.current = false;
      return;
    }
    const typed = new FormData(event.currentTarget).get('maximum');
    const maximum = readAmount(String(typed), totalRules);
    // What cannot be read buys nothing: the server says what is wrong with it.
    if ('problem' in maximum) return;
    event.preventDefault();
    setAsked(maximum.cents);
  }

  return (
    <>
      <Form
        method="post"
        ref={form}
        preventScrollReset
        noValidate
        onSubmit={send}
        className="grid gap-4"
      >
        <input type="hidden" name="intent" value="buy-missing" />
        <IdempotencyKey value={formKey} />
        <MoneyField
          // What is offered changes with what is for sale.
          key={cost}
          label="Highest total"
          name="maximum"
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
      <BuyMissingDialog
        maximum={asked}
        buyable={buyable}
        cost={cost}
        balance={balance}
        pending={pending}
        onSure={() => {
          sure.current = true;
          form.current?.requestSubmit();
        }}
        onClose={() => setAsked(null)}
      />
    </>
  );
}
