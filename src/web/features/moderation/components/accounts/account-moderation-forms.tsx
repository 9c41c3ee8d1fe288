import { roleRightTexts } from '#shared/constants/accounts/role-right-texts.ts';
import { moderationConstants } from '#shared/constants/moderation/moderation.ts';
import { formatSuspensionLength } from '../log/moderation-action-names.ts';
import { ModerationActionForm } from '../moderation-action-form.tsx';
import { RadioChoice } from '../radio-choice.tsx';

interface FormProps {
  username: string;
}

/** The form that suspends an account. `listings` is the number of its cards for sale. */
export function SuspendForm({ username, listings }: FormProps & { listings: number }) {
  const withdrawn =
    listings === 0
      ? ''
      : listings === 1
        ? ' Its listing is withdrawn, and the card returns to the inventory.'
        : ` Its ${listings} listings are withdrawn, and the cards return to the inventory.`;
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
    >
      <RadioChoice
        name="days"
        legend="For how long"
        options={moderationConstants.suspensionDays.map((days) => ({
          value: String(days),
          label: formatSuspensionLength(days),
        }))}
      />
    </ModerationActionForm>
  );
}

/** The form that ends a suspension. */
export function RestoreForm({ username }: FormProps) {
  return (
    <ModerationActionForm
      intent="restore"
      title="Restore the account"
      intro={`${username} can log in again. What was withdrawn stays withdrawn.`}
      question={`Restore ${username}?`}
      consequence="The suspension ends now."
      submitLabel="Restore"
    />
  );
}

interface RoleFormProps extends FormProps {
  role: string;
}

/** The form that gives an account a role. */
export function RoleForm({ username, role }: RoleFormProps) {
  const isPromotion = role === 'moderator';
  return (
    <ModerationActionForm
      intent={`make-${role}`}
      title={isPromotion ? 'Make a moderator' : 'Take the role away'}
      intro={
        isPromotion
          ? [...roleRightTexts.moderator, 'The log shows what moderators do.'].join(' ')
          : `${username} becomes a player like others and stays logged in.`
      }
      question={isPromotion ? `Make ${username} a moderator?` : `Make ${username} a player again?`}
      consequence="It holds from the next page on."
      submitLabel={isPromotion ? 'Make moderator' : 'Take the role away'}
      variant={isPromotion ? 'quiet' : 'danger'}
    />
  );
}
