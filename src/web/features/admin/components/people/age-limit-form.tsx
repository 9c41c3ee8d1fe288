import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { AgeLimitField } from '../age-limit-field.tsx';

/** The form of the age limit of one account. */
export function AgeLimitForm({ ageLimit }: { ageLimit: number | null }) {
  return (
    <section aria-label="Age limit" className="panel grid content-start gap-4 p-6">
      <h2 className="font-display text-lg font-bold">Age limit</h2>
      <p className="text-muted">
        Games for older players do not exist for the account. Its open orders and trade offers for
        their cards end within a minute.
      </p>
      <ActionForm intent="age-limit" button="Save limit" variant="quiet" className="grid gap-4">
        <AgeLimitField
          label="Age"
          name="ageLimit"
          ageLimit={ageLimit}
          hint="In years; empty for the limit of the site."
        />
      </ActionForm>
    </section>
  );
}
