import type { OwnGame } from '#domain/catalog/own-games/list-own-games.ts';
import { DialogLink, RemovalDialog } from '#web/ui/confirmation-dialog.tsx';
import { MoneyField } from '#web/ui/fields/money-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';

interface GameSalesProps {
  sales: OwnGame['sales'];
  /** The path of the page. */
  path: string;
  /** The time zone of the site, in which times are typed and shown. */
  timeZone: string;
  /** The sale that the reader is asked about before it ends. */
  asked: OwnGame['sales'][number] | undefined;
}

/** The sales of a game that are running or to come, and the form that adds one. */
export function GameSales({ sales, path, asked, timeZone }: GameSalesProps) {
  const zoneName = timeZone.replaceAll('_', ' ');
  return (
    <Panel title="Sales">
      <RemovalDialog
        open={asked !== undefined}
        title={asked?.isRunning ? 'End this sale?' : 'Remove this sale?'}
        path={path}
        values={{ intent: 'end-sale', saleId: asked?.id ?? '' }}
        button={asked?.isRunning ? 'End now' : 'Remove'}
      >
        <p>
          {asked?.isRunning
            ? 'The game costs its usual price at once. A sale that was ended does not go on.'
            : 'It will not start, and it cannot be brought back.'}
        </p>
      </RemovalDialog>
      {sales.length === 0 ? (
        <p className="text-muted">No sale is running or to come.</p>
      ) : (
        <ul className="grid gap-3">
          {sales.map(({ id, price, startsAt, endsAt, isRunning }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3">
              <p>
                <strong>{price === 0 ? 'Free' : <MoneyAmount cents={price} />}</strong>{' '}
                {isRunning ? 'until' : 'from'}{' '}
                <SiteTime value={isRunning ? endsAt : startsAt} timeZone={timeZone} />
                {!isRunning && (
                  <>
                    {' '}
                    to <SiteTime value={endsAt} timeZone={timeZone} />
                  </>
                )}
              </p>
              <DialogLink to={`${path}?end=${id}`}>{isRunning ? 'End now' : 'Remove'}</DialogLink>
            </li>
          ))}
        </ul>
      )}
      <ActionForm
        key={sales.length}
        intent="add-sale"
        aria-label="Add a sale"
        button="Add sale"
        variant="quiet"
        className="grid gap-4"
      >
        <div className="grid gap-4 sm:grid-cols-3">
          <MoneyField label="Sale price" name="salePrice" required />
          <TextField
            label={`Starts (${zoneName})`}
            name="startsAt"
            type="datetime-local"
            required
          />
          <TextField label={`Ends (${zoneName})`} name="endsAt" type="datetime-local" required />
        </div>
      </ActionForm>
    </Panel>
  );
}

/** A time on the wall of the site, as it was typed. The server and the browser write the same. */
function SiteTime({ value, timeZone }: { value: Date; timeZone: string }) {
  const format = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  return <time dateTime={value.toISOString()}>{format.format(value)}</time>;
}
