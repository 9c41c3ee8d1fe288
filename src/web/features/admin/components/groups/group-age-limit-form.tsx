import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AgeLimitField } from '../age-limit-field.tsx';

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
        <AgeLimitField
          label="Age"
          name="ageLimit"
          ageLimit={ageLimit}
          hint="In years; empty for no limit."
        />
      </ActionForm>
    </Panel>
  );
}
