import { Tag } from 'lucide-react';
import { type FormEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import type { SellingLimits } from '#domain/market/selling/get-selling-limits.ts';
import type { DuplicateStack } from '#domain/market/selling/list-sellable-stacks.ts';
import { parseAmount, priceRules } from '#shared/format/amounts/amount-field.ts';
import { formatDecimal } from '#shared/format/amounts/money.ts';
import { getDuplicateFieldNames } from '#shared/schemas/market/duplicate-field-names.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DuplicateRow, getPriceFieldName, getSuggestedPrice } from './duplicate-row.tsx';

interface SellDuplicatesFormProps {
  stacks: readonly DuplicateStack[];
  limits: SellingLimits;
  formKey: string;
  /** Whether the fields start with the suggested prices. */
  suggested: boolean;
  /** Whether the form has all cards and not only duplicates. */
  all: boolean;
  /** The prices of a form that was sent without scripts, by the names of the fields. */
  typedPrices: Record<string, string> | undefined;
  failure: FormError | null;
}

/** A form with a price for each card that has duplicates. It counts the cards and warns above the limit. */
export function SellDuplicatesForm(props: SellDuplicatesFormProps) {
  const { stacks, limits, formKey, suggested, all, typedPrices, failure } = props;
  const reviewing = usePending({ intent: 'review' });
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [chosen, setChosen] = useState(0);
  const fieldErrors = Object.keys(problems).length > 0 ? problems : (failure?.fields ?? {});
  const formError =
    fieldErrors.prices ??
    fieldErrors.key ??
    (failure && !hasFields(fieldErrors) && failure.message);

  const findField = (stack: DuplicateStack) => {
    const element = form.current?.elements.namedItem(getPriceFieldName(stack));
    return element instanceof HTMLInputElement ? element : null;
  };

  function countChosen() {
    const priced = stacks.filter((stack) => findField(stack)?.value.trim());
    setChosen(priced.reduce((sum, stack) => sum + countCopies(form.current, stack), 0));
  }

  // Runs after every render: the server or the browser may have filled in the fields.
  useEffect(countChosen);

  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [failure]);

  function fillInSuggestions(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    for (const stack of stacks) {
      const element = findField(stack);
      const price = getSuggestedPrice(stack);
      if (element && price !== null && element.value === '') element.value = formatDecimal(price);
    }
    countChosen();
  }

  function validate(event: FormEvent) {
    const errors: Record<string, string> = {};
    for (const stack of stacks) {
      const element = findField(stack);
      if (!element?.value.trim()) continue;
      const price = parseAmount(element.value, priceRules);
      if ('problem' in price) errors[getPriceFieldName(stack)] = price.problem;
    }
    if (chosen === 0) errors.prices = 'Please enter a price.';
    if (chosen > limits.remaining) errors.prices = tooMany(chosen, limits.remaining);
    setProblems(errors);
    if (!hasFields(errors)) return;
    event.preventDefault();
    const first = stacks.find((stack) => errors[getPriceFieldName(stack)]) ?? stacks[0];
    if (first) findField(first)?.focus();
  }

  return (
    <Form
      method="post"
      ref={form}
      noValidate
      onSubmit={validate}
      onInput={countChosen}
      // The scroll padding keeps a focused field above the bar at the bottom.
      className="grid gap-6 [&_:is(input,button)]:scroll-mb-32"
    >
      <IdempotencyKey value={formKey} />
      <input type="hidden" name="intent" value="review" />
      {all && <input type="hidden" name="cards" value="all" />}
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted">
          You can put up{' '}
          {limits.remaining === 1 ? 'one more card' : `${limits.remaining} more cards`} for sale.
          {limits.feePercent > 0 && ` You get the prices less a fee of ${limits.feePercent}%.`}
        </p>
        {stacks.some((stack) => getSuggestedPrice(stack) !== null) && (
          <ButtonLink
            to={all ? '?cards=all&suggested' : '?suggested'}
            variant="quiet"
            size="sm"
            preventScrollReset
            prefetch="none"
            onClick={fillInSuggestions}
          >
            Fill in suggested prices
          </ButtonLink>
        )}
      </div>
      <ul className="grid gap-3 lg:grid-cols-2">
        {stacks.map((stack) => (
          <DuplicateRow
            key={getPriceFieldName(stack)}
            stack={stack}
            suggested={suggested}
            all={all}
            typed={(failure?.typed ?? typedPrices)?.[getPriceFieldName(stack)]}
            error={fieldErrors[getPriceFieldName(stack)]}
            onChoose={(price) => {
              const element = findField(stack);
              if (element) element.value = price;
              countChosen();
            }}
          />
        ))}
      </ul>
      <div
        data-bottom-bar
        className="z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-5 gap-y-3 rounded-lg bg-raised px-4 py-3 shadow-float max-lg:sticky max-lg:bottom-0 max-lg:in-[body:has([data-play-bar])]:bottom-16 max-lg:rounded-b-none lg:sticky lg:bottom-4 lg:mx-0 lg:px-5"
      >
        {formError && (
          <Alert tone="failure" className="w-full sm:mr-auto sm:w-auto">
            {formError}
          </Alert>
        )}
        <p
          aria-live="polite"
          className={`tabular-nums ${chosen > limits.remaining ? 'font-semibold text-danger' : 'text-muted'}`}
        >
          {chosen > limits.remaining
            ? tooMany(chosen, limits.remaining)
            : `${chosen} of ${limits.remaining} chosen`}
        </p>
        <Button pending={reviewing}>
          <Tag aria-hidden />
          {chosen > 0 ? `Sell ${chosen === 1 ? 'one card' : `${chosen} cards`}` : 'Sell'}
        </Button>
      </div>
    </Form>
  );
}

/** How many copies of a card the form sells. */
function countCopies(form: HTMLFormElement | null, stack: DuplicateStack): number {
  const field = form?.elements.namedItem(getDuplicateFieldNames(stack).copies);
  const copies = field instanceof HTMLInputElement ? Number(field.value) : Number.NaN;
  return Number.isSafeInteger(copies) && copies > 0 ? copies : 0;
}

function hasFields(fields: Record<string, string>): boolean {
  return Object.keys(fields).length > 0;
}

function tooMany(chosen: number, remaining: number): string {
  return `${chosen} cards are too many: ${remaining} more can be for sale.`;
}
