import { Form } from 'react-router';
import type { Role } from '#shared/constants/roles.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChoiceField } from '#web/ui/choice-fields.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';
import { TextField } from '#web/ui/text-field.tsx';

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
    <section
      aria-labelledby="delete-account"
      className="grid gap-4 rounded-lg bg-surface p-6 shadow-lift"
    >
      <h2 id="delete-account" className="text-lg font-bold">
        Delete your account
      </h2>
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
        <DeleteForm username={username} failure={failure} />
      ) : (
        <>
          {failure && <Alert tone="failure">{failure.message}</Alert>}
          <div>
            <ProofLink next="/settings/data" />
          </div>
        </>
      )}
    </section>
  );
}

function DeleteForm({
  username,
  failure,
}: Pick<DeleteAccountSectionProps, 'username' | 'failure'>) {
  const pending = usePending({ intent: 'delete' });
  return (
    <Form method="post" className="grid max-w-md gap-5">
      <input type="hidden" name="intent" value="delete" />
      {failure && !failure.fields.username && <Alert tone="failure">{failure.message}</Alert>}
      <ChoiceField
        name="removesTexts"
        label="Also remove what I wrote to others"
        hint="Within minutes they read ‘Removed by its author.’ instead."
        defaultChecked={failure?.typed.removesTexts === 'yes'}
      />
      <TextField
        name="username"
        label="Your username"
        hint={`Type ${username} to confirm.`}
        error={failure?.fields.username}
        defaultValue={failure?.typed.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={64}
      />
      <div>
        <Button variant="danger" pending={pending}>
          Delete my account
        </Button>
      </div>
    </Form>
  );
}
