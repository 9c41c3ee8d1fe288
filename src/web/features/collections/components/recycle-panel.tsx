import { Form } from 'react-router';
import type { RecyclingOption } from '#domain/crafting/recycling-odds.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { IdempotencyKey } from '#web/lib/idempotency-key.tsx';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { RarityBadge, rarityNames } from '#web/ui/cards/rarity-badge.tsx';
import { ConfirmationDialog } from '#web/ui/confirmation-dialog.tsx';

/** A rarity that can be recycled, with the text of the shown odds that its form sends. */
export type ShownOption = RecyclingOption & { shownOdds: string };

interface RecyclePanelProps {
  gameId: number;
  options: readonly ShownOption[];
  formKey: string;
  /** The rarity that the question is about. */
  asking: string | null;
  failure: FormError | null;
}

const { recycledCards, missingWeight } = collectionConstants;
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });

/** The duplicates of each rarity, and the question with the odds before ten of them are recycled. */
export function RecyclePanel({ gameId, options, formKey, asking, failure }: RecyclePanelProps) {
  const pending = usePending({ intent: 'recycle' });
  const path = `/collection/${gameId}`;
  const asked = options.find(
    ({ from, duplicates }) => from === asking && duplicates >= recycledCards,
  );
  return (
    <section
      aria-labelledby="recycle-title"
      className="grid content-start gap-4 rounded-lg bg-surface p-6 shadow-float"
    >
      <div className="grid gap-1">
        <h2 id="recycle-title" className="text-xl">
          Recycle duplicates
        </h2>
        <p className="text-muted">
          Ten duplicates of a rarity become one card of the next. The first copy of each card stays
          yours.
        </p>
      </div>
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      <ul className="grid gap-3">
        {options.map(({ from, to, duplicates }) => (
          <li key={from} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="grid gap-0.5">
              <RarityBadge rarity={from} />
              <span className="text-sm text-muted tabular-nums">
                {duplicates < recycledCards
                  ? `${duplicates} of ${recycledCards} duplicates`
                  : `${duplicates} duplicates`}
              </span>
            </span>
            {duplicates >= recycledCards && (
              <ButtonLink
                to={`${path}?ask=${from}`}
                size="sm"
                variant="quiet"
                preventScrollReset
                replace
              >
                Recycle for one {rarityNames[to].toLowerCase()}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      <ConfirmationDialog
        open={asked !== undefined}
        title={
          asked
            ? `Recycle ten ${rarityNames[asked.from].toLowerCase()} cards for one ${rarityNames[asked.to].toLowerCase()}?`
            : ''
        }
        closePath={path}
        confirm={
          asked && (
            <Form method="post" action={path}>
              <input type="hidden" name="intent" value="recycle" />
              <input type="hidden" name="rarity" value={asked.from} />
              <input type="hidden" name="odds" value={asked.shownOdds} />
              <IdempotencyKey value={formKey} />
              <Button pending={pending}>Recycle ten cards</Button>
            </Form>
          )
        }
      >
        {asked && (
          <>
            <p>
              Ten of your {asked.duplicates} duplicates are used up, for good. You get one of these
              cards. Cards that you are missing are {missingWeight} times as likely.
            </p>
            <table className="w-full text-left text-sm">
              <caption className="sr-only">The odds of each card</caption>
              <thead className="sr-only">
                <tr>
                  <th>Card</th>
                  <th>Chance</th>
                </tr>
              </thead>
              <tbody>
                {asked.odds.map(({ kindId, name, chance, missing }) => (
                  <tr key={kindId}>
                    <th scope="row" className="py-1 font-medium wrap-anywhere">
                      {name}
                      {missing && <span className="ml-2 font-semibold text-alive">missing</span>}
                    </th>
                    <td className="py-1 text-right">{percent.format(chance)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
      </ConfirmationDialog>
    </section>
  );
}
