import { KeyRound, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Form } from 'react-router';
import type { AddedKeys, GameKeyCounts } from '#domain/game-library/keys/change-game-keys.ts';
import type { KeyTablePreview } from '#domain/game-library/keys/parse-key-table.ts';
import { gameKeyConstants } from '#shared/constants/game-keys.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/date-time.tsx';
import { FileField } from '#web/ui/file-field.tsx';
import { useNumbers } from '#web/ui/numbers.ts';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { KeyColumnForm } from './key-column-form.tsx';

const { linesMax, keyMax } = gameKeyConstants;

interface GameKeysPanelProps {
  counts: GameKeyCounts;
  /** What the last form with keys did; null without one. */
  report: AddedKeys | null;
  /** A table whose column with keys is not known yet. */
  preview: KeyTablePreview | null;
  failure: FormError | null;
  /** The path of the page. */
  path: string;
}

/** The keys of a game in numbers, and the forms that add and remove them. No key is shown again. */
export function GameKeysPanel({ counts, report, preview, failure, path }: GameKeysPanelProps) {
  const { total, given, left, unreadable, since } = counts;
  const { formatInteger } = useNumbers();
  const switching = usePending({ intent: since ? 'end-keys' : 'require-keys' });
  return (
    <Panel
      title="Keys"
      action={
        left > 0 && (
          <ButtonLink
            to={`${path}?ask=remove-keys`}
            prefetch="none"
            preventScrollReset
            variant="quiet"
            size="sm"
          >
            <Trash2 aria-hidden />
            Remove unused keys
          </ButtonLink>
        )
      }
    >
      {total === 0 ? (
        <p className="max-w-prose text-muted">
          There are no keys yet. With the first ones, each purchase gets a key, and when none is
          left, the game is sold out. Who bought it before gets none.
        </p>
      ) : (
        <dl className="grid grid-cols-3 gap-4">
          {[
            { what: 'In all', keys: total },
            { what: 'Given', keys: given },
            { what: 'Left', keys: left },
          ].map(({ what, keys }) => (
            <div key={what} className="rounded-md bg-raised px-4 py-3">
              <dt className="text-sm text-muted">{what}</dt>
              <dd className="font-display text-2xl font-bold tabular-nums">
                {formatInteger(keys)}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {since !== null && left - unreadable === 0 && (
        <Alert tone="failure">Sold out: nobody can buy this game until there are more keys.</Alert>
      )}
      {unreadable > 0 && (
        <Alert tone="failure">
          {formatInteger(unreadable)} of the keys that are left cannot be read by this server and
          are not given. Its encryption key was replaced: remove the unused keys and add them again.
        </Alert>
      )}
      {(total > 0 || since !== null) && (
        <Form
          method="post"
          action={path}
          preventScrollReset
          className="flex flex-wrap items-center justify-between gap-3"
        >
          <input type="hidden" name="intent" value={since ? 'end-keys' : 'require-keys'} />
          <p className="min-w-0 flex-1 basis-64">
            {since ? (
              <>
                Each purchase gets a key since <DateTime value={since} />.
              </>
            ) : (
              'Purchases get no key at the moment. Buyers keep the keys that they got.'
            )}
          </p>
          <Button variant="quiet" size="sm" pending={switching}>
            {since ? 'Sell without keys' : 'Give a key with each purchase'}
          </Button>
        </Form>
      )}
      {preview ? (
        <KeyColumnForm preview={preview} path={path} />
      ) : (
        <AddKeysForm key={total} report={report} failure={failure} path={path} />
      )}
    </Panel>
  );
}

type AddKeysFormProps = Pick<GameKeysPanelProps, 'report' | 'failure' | 'path'>;

/** The caller gives it a new key after a save, so that the fields are empty again. */
function AddKeysForm({ report, failure, path }: AddKeysFormProps) {
  const { formatInteger } = useNumbers();
  const adding = usePending({ intent: 'add-keys' });
  return (
    <Form
      method="post"
      action={path}
      encType="multipart/form-data"
      preventScrollReset
      aria-label="Add keys"
      className="grid gap-5 border-t border-line pt-5"
    >
      <input type="hidden" name="intent" value="add-keys" />
      {report && <KeysReport report={report} />}
      <TextField
        multiline
        label="Keys to add"
        name="list"
        rows={6}
        spellCheck={false}
        autoComplete="off"
        className="[&_textarea]:max-h-96 [&_textarea]:font-mono"
        hint={`One a line, up to ${formatInteger(linesMax)} lines of ${keyMax} characters. They are stored encrypted, and only their buyers see them.`}
        defaultValue={failure?.typed.list ?? ''}
        error={failure?.fields.list}
      />
      <FileField
        label="Or a file with keys"
        name="file"
        accept=".txt,.csv,.tsv,text/plain,text/csv"
        hint="A text file with one key a line, or a table as spreadsheets write it (CSV). Up to 1 MB."
        error={failure?.fields.file}
      />
      <div>
        <Button pending={adding}>
          <KeyRound aria-hidden />
          Add keys
        </Button>
      </div>
    </Form>
  );
}

function KeysReport({ report: { added, refused, refusedCount, unit } }: { report: AddedKeys }) {
  const id = useId();
  const { formatInteger } = useNumbers();
  if (refusedCount === 0) return null;
  const more = refusedCount - refused.length;
  return (
    <Alert tone="failure">
      <p id={id}>
        {added === 0 ? 'No key was added.' : `${formatInteger(added)} added.`}{' '}
        {refusedCount === 1 ? `One ${unit} was` : `${formatInteger(refusedCount)} ${unit}s were`}{' '}
        left out:
      </p>
      <ul aria-labelledby={id} className="mt-2 list-disc pl-5">
        {refused.map(({ line, reason }) => (
          <li key={line}>
            {unit === 'line' ? 'Line' : 'Row'} {formatInteger(line)}: {reason}.
          </li>
        ))}
        {more > 0 && <li>And {formatInteger(more)} more.</li>}
      </ul>
    </Alert>
  );
}
