import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import type { ListingsAnswer } from '../../change-listings.ts';
import { useReviewShown } from '../selling/use-review-shown.ts';
import { chosenFormId } from './chosen-form-id.ts';
import { RemovalForm, RepriceForm } from './review-listings.tsx';

interface ChosenListingsProps {
  formKey: string;
  /** The answer to the last form of the page. */
  answer: ListingsAnswer | { error: object } | undefined;
  /** The number of listings on the page. */
  shown: number;
}

/** The bar for the listings that are ticked: match the cheapest, one price for all, or remove them. */
export function ChosenListings({ formKey, answer, shown }: ChosenListingsProps) {
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const prices = answer && 'prices' in answer ? answer.prices : null;
  const removal = answer && 'removal' in answer ? answer.removal : null;
  const review = prices ?? removal;
  const shownReview = useReviewShown(review);

  // Runs after every render: the listings of the page may have changed.
  useEffect(() => setChosen(countChosen(form.current)));

  useEffect(() => {
    function onChange({ target }: Event) {
      if (target instanceof HTMLInputElement && target.form === form.current)
        setChosen(countChosen(form.current));
    }
    document.addEventListener('change', onChange);
    return () => document.removeEventListener('change', onChange);
  }, []);

  function chooseAll(checked: boolean) {
    for (const box of boxesOf(form.current)) box.checked = checked;
    setChosen(countChosen(form.current));
  }

  const title = prices ? 'Change these prices?' : 'Take these cards off the market?';
  const renderReview = (onCancel?: () => void) =>
    prices ? (
      <RepriceForm formKey={formKey} review={prices} onCancel={onCancel} />
    ) : removal ? (
      <RemovalForm formKey={formKey} listings={removal} onCancel={onCancel} />
    ) : null;
  const nothing = chosen === 0;
  return (
    <>
      {shownReview.isInline && (
        <section aria-label={title} className="grid gap-4 rounded-lg bg-raised p-5 shadow-lift">
          <h2 className="text-xl">{title}</h2>
          {renderReview()}
        </section>
      )}
      <Form
        id={chosenFormId}
        ref={form}
        method="post"
        preventScrollReset
        noValidate
        aria-label="Chosen listings"
        data-bottom-bar
        className={`z-10 -mx-4 grid gap-3 rounded-lg bg-raised px-4 py-3 shadow-float lg:mx-0 lg:px-5 ${nothing ? '' : 'max-lg:sticky max-lg:bottom-0 max-lg:in-[body:has([data-play-bar])]:bottom-16 max-lg:rounded-b-none lg:sticky lg:bottom-4'}`}
      >
        <IdempotencyKey value={formKey} />
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <p role="status" className="mr-auto text-muted tabular-nums">
            {chosen === null ? 'Chosen listings' : `${chosen} of ${shown} chosen`}
          </p>
          {chosen !== null && (
            <Button
              type="button"
              variant="ghost"
              size="sm"
              onClick={() => chooseAll(chosen < shown)}
            >
              {chosen < shown ? 'Choose all' : 'Choose none'}
            </Button>
          )}
          <div className="flex items-center gap-2 max-sm:w-full">
            <MoneyField
              label="One price for all"
              labelHidden
              name="price"
              placeholder="Price"
              className="w-24 max-sm:grow-3"
            />
            <ActionButton intent="reprice-chosen" disabled={nothing}>
              Set price
            </ActionButton>
          </div>
          <ActionButton intent="match-chosen" disabled={nothing}>
            Match the cheapest
          </ActionButton>
          <ActionButton intent="remove-chosen" disabled={nothing}>
            Withdraw
          </ActionButton>
        </div>
      </Form>
      <Dialog open={shownReview.isDialog} onClose={shownReview.close} title={title}>
        {renderReview(shownReview.close)}
      </Dialog>
    </>
  );
}

interface ActionButtonProps {
  intent: string;
  disabled: boolean;
  children: string;
}

/** Sends the form with one of its intents. */
function ActionButton({ intent, disabled, children }: ActionButtonProps) {
  const pending = usePending({ intent });
  return (
    <Button
      name="intent"
      value={intent}
      variant="quiet"
      size="sm"
      pending={pending}
      aria-disabled={disabled}
      className="max-sm:grow"
    >
      {children}
    </Button>
  );
}

function boxesOf(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement =>
      element instanceof HTMLInputElement && element.type === 'checkbox',
  );
}

const countChosen = (form: HTMLFormElement | null) =>
  boxesOf(form).filter(({ checked }) => checked).length;
