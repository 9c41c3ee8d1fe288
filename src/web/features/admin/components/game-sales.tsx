import { Form } from 'react-router';
import type { OwnGame } from '#domain/catalog/own-games/list-own-games.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { MoneyAmount } from '#web/ui/money-amount.tsx';
import { MoneyField } from '#web/ui/money-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';

interface GameSalesProps {
  sales: OwnGame['sales'];
  /** The error of the form that adds a sale; null without one. */
  failure: FormError | null;
  /** The path of the page. */
  path: string;
  /** The sale that the reader is asked about before it ends. */
  asked: OwnGame['sales'][number] | undefined;
}

/** The sales of a game that are running or to come, and the form that adds one. */
export function GameSales({ sales, failure, path, asked }: GameSalesProps) {
  const adding = usePending({ intent: 'add-sale' });
  const ending = usePending({ intent: 'end-sale' });
  const field = (name: string) => ({
    name,
    defaultValue: failure?.typed[name] ?? '',
    error: failure?.fields[name],
  });
  return (
    <section
      aria-labelledby="sales-title"
      className="grid gap-5 rounded-lg bg-surface p-6 shadow-lift"
    >
      <RemovalDialog
        open={asked !== undefined}
        title={asked?.isRunning ? 'End this sale?' : 'Remove this sale?'}
        path={path}
        values={{ intent: 'end-sale', saleId: asked?.id ?? '' }}
        button={asked?.isRunning ? 'End now' : 'Remove'}
        pending={ending}
      >
        <p>
          {asked?.isRunning
            ? 'The game costs its usual price at once. A sale that was ended does not go on.'
            : 'It will not start, and it cannot be brought back.'}
        </p>
      </RemovalDialog>
      <h2 id="sales-title" className="text-lg">
        Sales
      </h2>
      {sales.length === 0 ? (
        <p className="text-muted">No sale is running or to come.</p>
      ) : (
        <ul className="grid gap-3">
          {sales.map(({ id, price, startsAt, endsAt, isRunning }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3">
              <p>
                <strong>{price === 0 ? 'Free' : <MoneyAmount cents={price} />}</strong>{' '}
                {isRunning ? 'until' : 'from'} <DateTime value={isRunning ? endsAt : startsAt} />
                {!isRunning && (
                  <>
                    {' '}
                    to <DateTime value={endsAt} />
                  </>
                )}
              </p>
              <ButtonLink
                to={`${path}?end=${id}`}
                prefetch="none"
                preventScrollReset
                variant="quiet"
                size="sm"
              >
                {isRunning ? 'End now' : 'Remove'}
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <Form
        key={sales.length}
        method="post"
        preventScrollReset
        aria-label="Add a sale"
        className="grid gap-4"
      >
        {failure && <Alert tone="failure">{failure.message}</Alert>}
        <input type="hidden" name="intent" value="add-sale" />
        <div className="grid gap-4 sm:grid-cols-3">
          <MoneyField label="Sale price" required {...field('salePrice')} />
          <TextField label="Starts (UTC)" type="datetime-local" required {...field('startsAt')} />
          <TextField label="Ends (UTC)" type="datetime-local" required {...field('endsAt')} />
        </div>
        <div>
          <Button variant="quiet" pending={adding}>
            Add sale
          </Button>
        </div>
      </Form>
    </section>
  );
}
