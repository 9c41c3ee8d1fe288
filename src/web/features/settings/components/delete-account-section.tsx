import type { Role } from '#shared/constants/accounts/roles.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';

interface DeleteAccountSectionProps {
  username: string;
  role: Role;
  isProven: boolean;
  failure: FormError | null;
}

/** What becomes of each thing when the account is deleted. */
const consequences = [
  [
    'Your name, profile, email address and friends',
    'are removed at once. Nobody can log in to the account again.',
  ],
  ['Your pictures', 'are deleted.'],
  ['Your listings, buy orders and trade offers', 'end at once.'],
  ['Your cards, games and balance', 'leave the game. Nobody else gets them.'],
  [
    'Messages, discussions and comments that you wrote',
    'stay under the name ‘Former player’, unless you remove them below.',
  ],
  ['Your username', 'stays reserved, so that nobody can pretend to be you.'],
] as const;

/** Says what a deletion means, then asks for the username. */
export function DeleteAccountSection({
  username,
  role,
  isProven,
  failure,
}: DeleteAccountSectionProps) {
  const isModerating = role === 'moderator' || role === 'admin';
  return (
    <Panel title="Delete your account">
      <p className="max-w-prose text-muted">
        This cannot be undone. You are logged out everywhere at once.
      </p>
      <ul className="grid max-w-prose gap-2">
        {consequences.map(([what, becomes]) => (
          <li key={what} className="border-l-2 border-line pl-3 wrap-anywhere">
            <span className="font-medium">{what}</span>{' '}
            <span className="text-muted">{becomes}</span>
          </li>
        ))}
      </ul>
      {isModerating ? (
        <Alert>
          An account that moderates cannot be deleted. Ask an admin to take the role away first.
        </Alert>
      ) : isProven && !failure?.needsProof ? (
        <ActionForm
          intent="delete"
          hasMessage="without-field"
          button="Delete my account"
          variant="danger"
          scrolls
          className="grid max-w-md gap-5"
        >
          <ChoiceField
            name="removesTexts"
            label="Also remove what I wrote to others"
            hint="Within minutes they read ‘Removed by its author.’ instead."
            defaultChecked={false}
          />
          <TextField
            name="username"
            label="Your username"
            hint={`Type ${username} to confirm.`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={64}
          />
        </ActionForm>
      ) : (
        <>
          {failure && <Alert tone="failure">{failure.message}</Alert>}
          <div>
            <ProofLink next="/settings/data" />
          </div>
        </>
      )}
    </Panel>
  );
}
