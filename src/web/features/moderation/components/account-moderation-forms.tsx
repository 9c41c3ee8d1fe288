import { moderationConstants } from '#shared/constants/moderation.ts';
import { rightsOfRoles } from '#shared/constants/role-rights.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { ModerationActionForm } from './moderation-action-form.tsx';
import { formatSuspensionLength } from './moderation-action-names.ts';

interface FormProps {
  username: string;
  failure: FormError | null;
}

/** The form that suspends an account. `listings` is the number of its cards for sale. */
export function SuspendForm({ username, failure, listings }: FormProps & { listings: number }) {
  const withdrawn =
    listings === 0
      ? ''
      : listings === 1
        ? ' Its listing is withdrawn, and the card returns to the inventory.'
        : ` Its ${listings} listings are withdrawn, and the cards return to the inventory.`;
  const error = failure?.fields.days;
  return (
    <ModerationActionForm
      intent="suspend"
      title="Suspend the account"
      intro={`It is logged out everywhere and cannot log in.${withdrawn}`}
      question={`Suspend ${username}?`}
      consequence={`${username} is logged out at once.${withdrawn}`}
      submitLabel="Suspend"
      variant="danger"
      reasonHint={`${username} reads it at the next login.`}
      failure={failure}
    >
      <fieldset aria-describedby={error ? 'days-error' : undefined} className="grid gap-2">
        <legend className="mb-2 font-medium">For how long</legend>
        <div className="flex flex-wrap gap-2">
          {moderationConstants.suspensionDays.map((days) => (
            <label
              key={days}
              className="relative inline-flex min-h-11 cursor-pointer items-center rounded-md bg-plinth px-4 font-medium transition-colors hover:bg-line has-checked:bg-accent-wash has-checked:text-accent-ink has-checked:ring-2 has-checked:ring-accent-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-ink"
            >
              <input
                type="radio"
                name="days"
                value={days}
                required
                defaultChecked={failure?.typed.days === String(days)}
                className="sr-only"
              />
              {formatSuspensionLength(days)}
            </label>
          ))}
        </div>
        {error && (
          <p id="days-error" className="text-sm font-medium text-danger">
            {error}
          </p>
        )}
      </fieldset>
    </ModerationActionForm>
  );
}

/** The form that ends a suspension. */
export function RestoreForm({ username, failure }: FormProps) {
  return (
    <ModerationActionForm
      intent="restore"
      title="Restore the account"
      intro={`${username} can log in again. What was withdrawn stays withdrawn.`}
      question={`Restore ${username}?`}
      consequence="The suspension ends now."
      submitLabel="Restore"
      failure={failure}
    />
  );
}

/** The form that gives an account a role. */
export function RoleForm({ username, failure, role }: FormProps & { role: string }) {
  const isPromotion = role === 'moderator';
  return (
    <ModerationActionForm
      intent={`make-${role}`}
      title={isPromotion ? 'Make a moderator' : 'Take the role away'}
      intro={
        isPromotion
          ? [...rightsOfRoles.moderator, 'The log shows what moderators do.'].join(' ')
          : `${username} becomes a player like others and stays logged in.`
      }
      question={isPromotion ? `Make ${username} a moderator?` : `Make ${username} a player again?`}
      consequence="It holds from the next page on."
      submitLabel={isPromotion ? 'Make moderator' : 'Take the role away'}
      variant={isPromotion ? 'quiet' : 'danger'}
      failure={failure}
    />
  );
}
