import { ageConstants } from '#shared/constants/catalog/ages.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';

/** The form with the age limit of the members of a group. */
export function GroupAgeLimitForm({ ageLimit }: { ageLimit: number | null }) {
  return (
    <Panel title="Age limit of its members">
      <p className="text-muted">
        Games for older players do not exist for the members. Of the limits of an account and its
        groups the lowest holds. Then nobody joins or leaves by himself any more.
      </p>
      <ActionForm
        key={ageLimit}
        intent="age-limit"
        hasMessage="without-field"
        button="Save the limit"
        size="sm"
        className="grid max-w-form gap-4"
      >
        <TextField
          label="Age"
          name="ageLimit"
          type="number"
          inputMode="numeric"
          min={0}
          max={ageConstants.ageMax}
          defaultValue={ageLimit ?? ''}
          hint="In years; empty for no limit."
        />
      </ActionForm>
    </Panel>
  );
}
