import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { money } from '#shared/limits.ts';
import { formatDecimal, formatMoney, parseDecimal } from '#shared/money.ts';
import { Button } from '../button.tsx';
import { IdempotencyKey } from '../idempotency-key.tsx';
import { Money } from '../money.tsx';
import { Notice } from '../notice.tsx';
import { TextField } from '../text-field.tsx';
import { useToast } from '../toast.tsx';

interface AddMoneyFormProps {
  formKey: string;
  /** Cents. */
  balance: number;
  onDone?: () => void;
  /** What a form sent without script was answered. */
  earlierAnswer?: Answer;
}

interface Answer {
  added?: number;
  refusal?: { message: string; fields: Record<string, string> };
}

/** Five amounts to press and a field for another one; shows the balance that would follow. */
export function AddMoneyForm({ formKey, balance, onDone, earlierAnswer }: AddMoneyFormProps) {
  const fetcher = useFetcher<Answer>();
  const toast = useToast();
  const [amount, setAmount] = useState('20.00');
  const finished = useRef<Answer | undefined>(undefined);
  const answer = fetcher.data ?? earlierAnswer;
  const cents = parseDecimal(rounded(amount));

  useEffect(() => {
    if (fetcher.state !== 'idle' || !answer?.added || finished.current === answer) return;
    finished.current = answer;
    toast.success(`${formatMoney(answer.added)} added.`);
    onDone?.();
  }, [fetcher.state, answer, onDone, toast]);

  return (
    <fetcher.Form
      method="post"
      action="/add-money"
      className="grid gap-5"
      noValidate
      onSubmit={(event) => {
        // spec 5: rounded to two decimals before sending.
        const field = event.currentTarget.elements.namedItem('amount');
        if (field instanceof HTMLInputElement) field.value = rounded(field.value);
      }}
    >
      <IdempotencyKey value={formKey} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">Choose an amount</legend>
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {money.topUpChoicesCents.map((choice) => (
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
      <TextField
        label="Amount"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        onBlur={() => cents !== null && setAmount(formatDecimal(cents))}
        error={answer?.refusal?.fields.amount}
        hint={`From ${formatMoney(money.topUpMinCents)} to ${formatMoney(money.topUpMaxCents)}. This is play money: no payment is taken.`}
      />
      {answer?.refusal && !answer.refusal.fields.amount && (
        <Notice tone="failure">{answer.refusal.fields.key ?? answer.refusal.message}</Notice>
      )}
      {earlierAnswer?.added && (
        <Notice tone="success">{formatMoney(earlierAnswer.added)} added.</Notice>
      )}
      <p className="flex items-baseline justify-between gap-4 text-muted" aria-live="polite">
        Balance after
        <Money cents={balance + (cents ?? 0)} className="text-lg font-semibold text-ink" />
      </p>
      <Button pending={fetcher.state !== 'idle'} block>
        Add Money
      </Button>
    </fetcher.Form>
  );
}

/** A typed amount with more than two decimals as one with two; anything else as it is. */
function rounded(text: string): string {
  return /^\d{1,9}\.\d{3,}$/.test(text.trim()) ? Number(text).toFixed(2) : text;
}
