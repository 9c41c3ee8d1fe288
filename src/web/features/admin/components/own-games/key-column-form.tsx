import { KeyRound } from 'lucide-react';
import type { KeyTablePreview } from '#domain/game-library/keys/parse-key-table.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';

/** Asks which column of a table has the keys, and whether its first row is one. Nothing of it is stored yet. */
export function KeyColumnForm({ preview, path }: { preview: KeyTablePreview; path: string }) {
  const { table, columns, proposed } = preview;
  const { formatInteger } = useNumbers();
  const countKeys = (keys: number) => (keys === 1 ? 'One key' : `${formatInteger(keys)} keys`);
  return (
    <ActionForm
      intent="add-keys-of-column"
      values={{ table }}
      hasMessage={false}
      action={path}
      encType="multipart/form-data"
      aria-label="Choose the column with keys"
      button="Add keys"
      icon={KeyRound}
      more={
        <ButtonLink to={path} variant="quiet" preventScrollReset>
          Cancel
        </ButtonLink>
      }
      className="grid gap-5 border-t border-line pt-5"
    >
      <p className="max-w-prose">
        The first row of the file does not say where the keys are. Choose their column. No key is
        added before that.
      </p>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-display text-lg font-bold">Which column has the keys?</legend>
        {columns.map(({ column, letter, first, keys, refused }) => (
          <ChoiceField
            key={column}
            type="radio"
            name="column"
            value={String(column)}
            label={`Column ${letter}: ${countKeys(keys)}${refused > 0 ? `, ${formatInteger(refused)} left out` : ''}`}
            hint={first.join(', ')}
            defaultChecked={column === proposed}
          />
        ))}
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-display text-lg font-bold">What is its first row?</legend>
        <ChoiceField
          type="radio"
          name="firstRow"
          value="heading"
          required
          label="A heading"
          hint="It is not added."
          defaultChecked={false}
        />
        <ChoiceField
          type="radio"
          name="firstRow"
          value="key"
          required
          label="A key"
          hint="It is added too."
          defaultChecked={false}
        />
      </fieldset>
    </ActionForm>
  );
}
