import { KeyRound, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { AddedKeys, GameKeyCounts } from '#domain/game-library/keys/change-game-keys.ts';
import type { KeyTablePreview } from '#domain/game-library/keys/parse-key-table.ts';
import { gameKeyConstants } from '#shared/constants/game-library/game-keys.ts';
import { Alert } from '#web/ui/alert.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { FileField } from '#web/ui/fields/file-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { KeyColumnForm } from './key-column-form.tsx';

const { linesMax, keyMax } = gameKeyConstants;

interface GameKeysPanelProps {
  counts: GameKeyCounts;
  /** What the last form with keys did; null without one. */
  report: AddedKeys | null;
  /** A table whose column with keys is not known yet. */
  preview: KeyTablePreview | null;
  /** The path of the page. */
  path: string;
}

/** The keys of a game in numbers, and the forms that add and remove them. No key is shown again. */
export function GameKeysPanel({ counts, report, preview, path }: GameKeysPanelProps) {
  const { total, given, left, unreadable, since } = counts;
  const { formatInteger } = useNumbers();
  return (
    <Panel
      title="Keys"
      action={
        left > 0 && (
          <DialogLink to={`${path}?ask=remove-keys`} icon={Trash2}>
            Remove unused keys
          </DialogLink>
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
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-64">
            {since ? (
              <>
                Each purchase gets a key since <DateTime value={since} />.
              </>
            ) : (
              'Purchases get no key at the moment. Buyers keep the keys that they got.'
            )}
          </p>
          <ButtonForm values={{ intent: since ? 'end-keys' : 'require-keys' }} action={path}>
            {since ? 'Sell without keys' : 'Give a key with each purchase'}
          </ButtonForm>
        </div>
      )}
      {preview ? (
        <KeyColumnForm preview={preview} path={path} />
      ) : (
        <AddKeysForm key={total} report={report} path={path} />
      )}
    </Panel>
  );
}

type AddKeysFormProps = Pick<GameKeysPanelProps, 'report' | 'path'>;

/** The caller gives it a new key after a save, so that the fields are empty again. */
function AddKeysForm({ report, path }: AddKeysFormProps) {
  const { formatInteger } = useNumbers();
  return (
    <ActionForm
      intent="add-keys"
      action={path}
      encType="multipart/form-data"
      hasMessage={false}
      aria-label="Add keys"
      button="Add keys"
      icon={KeyRound}
      className="grid gap-5 border-t border-line pt-5"
    >
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
      />
      <FileField
        label="Or a file with keys"
        name="file"
        accept=".txt,.csv,.tsv,text/plain,text/csv"
        hint="A text file with one key a line, or a table as spreadsheets write it (CSV). Up to 1 MB."
      />
    </ActionForm>
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
