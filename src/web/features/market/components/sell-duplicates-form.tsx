import { Tag } from 'lucide-react';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { priceRules, readAmount } from '#shared/format/amount.ts';
import { formatDecimal } from '#shared/format/money.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DuplicateRow, type DuplicateStack, priceName, suggestionFor } from './duplicate-row.tsx';
import type { SellerRules } from './sell-rules.tsx';

interface SellDuplicatesFormProps {
  stacks: readonly DuplicateStack[];
  rules: SellerRules;
  formKey: string;
  /** Whether the fields begin with what is suggested. */
  suggested: boolean;
  failure: {
    message: string;
    fields: Record<string, string>;
    typed: Record<string, string>;
  } | null;
}

/** A price for each duplicate; says how many cards that lists, before it is too many. */
export function SellDuplicatesForm(props: SellDuplicatesFormProps) {
  const { stacks, rules, formKey, suggested, failure } = props;
  const selling = usePending({ intent: 'sell-duplicates' });
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [chosen, setChosen] = useState(0);
  const wrong = Object.keys(problems).length > 0 ? problems : (failure?.fields ?? {});
  const general = wrong.prices ?? wrong.key ?? (failure && !hasFields(wrong) && failure.message);

  const field = (stack: DuplicateStack) => {
    const element = form.current?.elements.namedItem(priceName(stack));
    return element instanceof HTMLInputElement ? element : null;
  };

  function count() {
    const priced = stacks.filter((stack) => field(stack)?.value.trim());
    setChosen(priced.reduce((sum, { spare }) => sum + spare, 0));
  }

  // What a form sent without script, or the browser, left in the fields counts too.
  useEffect(count);

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failure]);

  function fillIn(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    for (const stack of stacks) {
      const element = field(stack);
      const price = suggestionFor(stack);
      if (element && price !== null && element.value === '') element.value = formatDecimal(price);
    }
    count();
  }

  function send(event: FormEvent) {
    const found: Record<string, string> = {};
    for (const stack of stacks) {
      const element = field(stack);
      if (!element?.value.trim()) continue;
      const price = readAmount(element.value, priceRules);
      if ('problem' in price) found[priceName(stack)] = price.problem;
    }
    if (chosen === 0) found.prices = 'Please enter a price.';
    if (chosen > rules.room) found.prices = tooMany(chosen, rules.room);
    setProblems(found);
    if (!hasFields(found)) return;
    event.preventDefault();
    const first = stacks.find((stack) => found[priceName(stack)]) ?? stacks[0];
    if (first) field(first)?.focus();
  }

  return (
    <Form
      method="post"
      ref={form}
      noValidate
      onSubmit={send}
      onInput={count}
      // What has the focus is not left under the bar below.
      className="grid gap-6 [&_:is(input,button)]:scroll-mb-32"
    >
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="sell-duplicates" />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted">
          You can put up {rules.room === 1 ? 'one more card' : `${rules.room} more cards`} for sale.
          {rules.feePercent > 0 && ` You get the prices less a fee of ${rules.feePercent}%.`}
        </p>
        {stacks.some((stack) => suggestionFor(stack) !== null) && (
          <ButtonLink
            to="?suggested"
            variant="quiet"
            size="sm"
            preventScrollReset
            prefetch="none"
            onClick={fillIn}
          >
            Fill in suggested prices
          </ButtonLink>
        )}
      </div>
      <ul className="grid gap-3 lg:grid-cols-2">
        {stacks.map((stack) => (
          <DuplicateRow
            key={priceName(stack)}
            stack={stack}
            suggested={suggested}
            typed={failure?.typed[priceName(stack)]}
            error={wrong[priceName(stack)]}
            onUse={(price) => {
              const element = field(stack);
              if (element) element.value = price;
              count();
            }}
          />
        ))}
      </ul>
      <div className="z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-5 gap-y-3 rounded-lg bg-raised px-4 py-3 shadow-float max-lg:sticky max-lg:bottom-0 max-lg:rounded-b-none lg:sticky lg:bottom-4 lg:mx-0 lg:px-5">
        {general && (
          <Notice tone="failure" className="w-full sm:mr-auto sm:w-auto">
            {general}
          </Notice>
        )}
        <p
          aria-live="polite"
          className={`tabular-nums ${chosen > rules.room ? 'font-semibold text-danger' : 'text-muted'}`}
        >
          {chosen > rules.room ? tooMany(chosen, rules.room) : `${chosen} of ${rules.room} chosen`}
        </p>
        <Button pending={selling}>
          <Tag aria-hidden />
          {chosen > 0 ? `Sell ${chosen === 1 ? 'one card' : `${chosen} cards`}` : 'Sell'}
        </Button>
      </div>
    </Form>
  );
}

function hasFields(fields: Record<string, string>): boolean {
  return Object.keys(fields).length > 0;
}

function tooMany(chosen: number, room: number): string {
  return `${chosen} cards are too many: ${room} more can be for sale.`;
}
