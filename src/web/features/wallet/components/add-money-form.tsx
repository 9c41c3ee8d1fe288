import { useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { topUpConstants } from '#shared/constants/wallet.ts';
import { readAmount, roundedAmount, topUpRules } from '#shared/format/amount.ts';
import { formatDecimal, formatMoney } from '#shared/format/money.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { MoneyAmount } from './money-amount.tsx';
import { MoneyField } from './money-field.tsx';

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
  typed?: Record<string, string>;
}

/** Five amounts to press and a field for another one; shows the balance that would follow. */
export function AddMoneyForm({ formKey, balance, onDone, earlierAnswer }: AddMoneyFormProps) {
  const fetcher = useFetcher<Answer>();
  const toast = useToast();
  const [amount, setAmount] = useState(earlierAnswer?.typed?.amount ?? '20.00');
  const finished = useRef<Answer | undefined>(undefined);
  const answer = fetcher.data ?? earlierAnswer;
  const read = readAmount(roundedAmount(amount), topUpRules);
  const cents = 'cents' in read ? read.cents : null;

  useEffect(() => {
    if (fetcher.state !== 'idle' || !answer?.added || finished.current === answer) return;
    finished.current = answer;
    toast.success(`${formatMoney(answer.added)} added.`);
    onDone?.();
  }, [fetcher.state, answer, onDone, toast]);

  return (
    <fetcher.Form method="post" action="/add-money" className="grid gap-5" noValidate>
      <IdempotencyKey value={formKey} />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-medium">Choose an amount</legend>
        <div className="grid grid-cols-3 gap-2 sm:grid-cols-5">
          {topUpConstants.topUpChoicesCents.map((choice) => (
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
        error={answer?.refusal?.fields.amount}
        hint={`From ${formatMoney(topUpConstants.topUpMinCents)} to ${formatMoney(topUpConstants.topUpMaxCents)}. This is play money: no payment is taken.`}
      />
      {answer?.refusal && !answer.refusal.fields.amount && (
        <Notice tone="failure">{answer.refusal.fields.key ?? answer.refusal.message}</Notice>
      )}
      {earlierAnswer?.added && (
        <Notice tone="success">{formatMoney(earlierAnswer.added)} added.</Notice>
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
