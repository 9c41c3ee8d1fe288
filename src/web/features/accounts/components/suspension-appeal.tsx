import { reportConstants } from '#shared/constants/moderation/reports.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/** Whether a failed login form offers the appeal: its account is suspended, or its appeal was not accepted. */
export function offersAppeal(failure: FormError | null): failure is FormError {
  return failure !== null && (failure.code === 'account-suspended' || Boolean(failure.typed.text));
}

/** The part of the login form with which a suspended account appeals. The form has its name and password. */
export function SuspensionAppeal({ failure }: { failure: FormError }) {
  const pending = usePending({ intent: 'appeal' });
  return (
    <fieldset className="grid gap-4 border-t border-line pt-6">
      <legend className="sr-only">Appeal against the suspension</legend>
      <TextField
        multiline
        name="text"
        label="Why is the suspension wrong?"
        hint="You can appeal once. Another moderator decides, where there is one."
        rows={4}
        maxLength={reportConstants.appealMax}
        counter
        defaultValue={failure.typed.text}
        error={failure.fields.text}
      />
      <Button variant="quiet" name="intent" value="appeal" block pending={pending}>
        Send the appeal
      </Button>
    </fieldset>
  );
}
