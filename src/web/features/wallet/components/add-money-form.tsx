import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { parseAmount, roundAmount, topUpRules } from '#shared/format/amounts/amount-field.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { useToast } from '#web/ui/toast.tsx';

interface AddMoneyFormProps {
  formKey: string;
  /** Cents. */
  balance: number;
  /** The largest amount at a time. Cents. */
  maxCents: number;
  onDone?: () => void;
  /** The result of a form that was sent without scripts. */
  initialResult?: AddMoneyResult;
}

interface AddMoneyResult {
  added?: number;
  error?: { message: string; fields: Record<string, string> };
  typed?: Record<string, string>;
}

/** Five amounts to choose from and a field for another amount; shows the balance after adding. */
export function AddMoneyForm({
  formKey,
  balance,
  maxCents,
  onDone,
  initialResult,
}: AddMoneyFormProps) {
  const { formatMoney } = useNumbers();
  const fetcher = useFetcher<AddMoneyResult>();
  const toast = useToast();
  const [amount, setAmount] = useState(
    initialResult?.typed?.amount ?? formatDecimal(Math.min(20_00, maxCents)),
  );
  const reported = useRef<AddMoneyResult | undefined>(undefined);
  const result = fetcher.data ?? initialResult;
  const parsed = parseAmount(roundAmount(amount), topUpRules(maxCents));
  const cents = 'cents' in parsed ? parsed.cents : null;

  useEffect(() => {
    if (fetcher.state !== 'idle' || !result?.added || reported.current === result) return;
    reported.current = result;
    toast.success(`${formatMoney(result.added)} added.`);
    onDone?.();
  }, [fetcher.state, result, onDone, toast, formatMoney]);

  return (
    <fetcher.Form method="post" action="/add-money" className="grid gap-5" noValidate>
      <IdempotencyKey value={formKey} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">Choose an amount</legend>
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {topUpConstants.topUpChoicesCents
            .filter((choice) => choice <= maxCents)
            .map((choice) => (
              <button
                key={choice}
                type="button"
                aria-pressed={cents === choice}
                onClick={() => setAmount(formatDecimal(choice))}
                className="min-h-11 rounded-md bg-surface px-2 font-semibold tabular-nums shadow-lift transition-colors hover:bg-line aria-pressed:bg-accent-wash aria-pressed:text-accent-ink aria-pressed:ring-2 aria-pressed:ring-accent"
              >
                ${choice / 100}
              </button>
            ))}
        </div>
      </fieldset>
      <MoneyField
        label="Amount"
        name="amount"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        onRounded={setAmount}
        onBlur={() => cents !== null && setAmount(formatDecimal(cents))}
        error={result?.error?.fields.amount}
        hint={`From ${formatMoney(topUpConstants.topUpMinCents)} to ${formatMoney(maxCents)}. This is play money: no payment is taken.`}
      />
      {result?.error && !result.error.fields.amount && (
        <Alert tone="failure">{result.error.fields.key ?? result.error.message}</Alert>
      )}
      {initialResult?.added && (
        <Alert tone="success">{formatMoney(initialResult.added)} added.</Alert>
      )}
      <p className="flex items-baseline justify-between gap-4 text-muted" aria-live="polite">
        Balance after
        <MoneyAmount cents={balance + (cents ?? 0)} className="text-lg font-semibold text-ink" />
      </p>
      <Button pending={fetcher.state !== 'idle'} block>
        Add Money
      </Button>
    </fetcher.Form>
  );
}
