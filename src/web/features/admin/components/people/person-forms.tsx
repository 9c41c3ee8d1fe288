import type { Person } from '#domain/administration/get-person.ts';
import { roleRightTexts } from '#shared/constants/accounts/role-right-texts.ts';
import { ModerationActionForm } from '#web/features/moderation/public.ts';
import { ChoiceField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { AgeLimitForm } from './age-limit-form.tsx';
import { PersonMoneyForms, type PersonMoneyKeys } from './person-money-forms.tsx';

interface PersonFormsProps {
  person: Person;
  keys: PersonMoneyKeys;
}

/** What an admin can do for the owner of an account, and the role of an admin. */
export function PersonForms({ person, keys }: PersonFormsProps) {
  const { username, isChangeable, isMailed, exportState, self } = person;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {isChangeable && (
        <ModerationActionForm
          intent="reset-link"
          title="Make a reset link"
          intro={`With it the owner chooses a new password, once, within an hour. ${
            isMailed
              ? 'It is mailed to the owner.'
              : 'It is shown here once, because this site sends no mails.'
          }`}
          question={`Make a reset link for ${username}?`}
          consequence="When it is used, all sessions of the account end. Earlier links no longer work."
          submitLabel="Make link"
          variant="quiet"
        />
      )}
      {person.mayRemoveFactors && (
        <ModerationActionForm
          intent="remove-factors"
          title="Remove second factors"
          intro="For an owner who lost them: the authenticator app, recovery codes and passkeys are removed, and a mail says so."
          question={`Remove the second factors of ${username}?`}
          consequence="From then on the password alone logs in."
          submitLabel="Remove"
          variant="danger"
        />
      )}
      {isChangeable && (
        <ModerationActionForm
          intent="export"
          title="Make an export"
          intro={`The owner downloads it in the settings under ‘Data’. Nobody else can.${
            exportState === null ? '' : ' One was requested already.'
          }`}
          question={`Make an export for ${username}?`}
          consequence="It takes some minutes, and is there for the owner only."
          submitLabel="Make export"
          variant="quiet"
        />
      )}
      {isChangeable && (
        <PersonMoneyForms balance={person.balance} keys={keys} username={username} />
      )}
      {isChangeable && (
        <ModerationActionForm
          intent="make-admin"
          title="Make an admin"
          intro={roleRightTexts.admin.map((right) => (
            <span key={right} className="mt-1 block">
              {right}
            </span>
          ))}
          question={`Make ${username} an admin?`}
          consequence="It holds from the next page on."
          submitLabel="Make admin"
          variant="quiet"
        />
      )}
      {isChangeable && <AgeLimitForm ageLimit={person.ageLimit} />}
      {person.mayTakeAdmin && (
        <ModerationActionForm
          intent="take-admin"
          title={self ? 'Give up the role' : 'Take the role away'}
          intro={
            self
              ? 'You become a player. Another admin has to be left.'
              : `${username} becomes a player. An admin can only be suspended or deleted after that.`
          }
          question={self ? 'Give up the role of an admin?' : `Make ${username} a player?`}
          consequence="It holds from the next page on. Codes that it made stay valid until they are withdrawn."
          submitLabel={self ? 'Give up the role' : 'Take the role away'}
          variant="danger"
        />
      )}
      {person.mayDelete && (
        <ModerationActionForm
          intent="delete"
          title="Delete the account"
          intro="For an owner who asks for it. Name, profile, email address, friends and pictures are removed at once, cards and balance leave the game. It cannot be undone."
          question={`Delete ${username}?`}
          consequence="It cannot be undone. The owner is logged out everywhere at once."
          submitLabel="Delete account"
          variant="danger"
        >
          <ChoiceField
            name="removesTexts"
            label="Also remove what it wrote to others"
            hint="Within minutes they read ‘Removed by its author.’ instead."
            defaultChecked={false}
          />
          <TextField
            name="typed"
            label="Username"
            hint={`Type ${username} to confirm.`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            maxLength={64}
          />
        </ModerationActionForm>
      )}
    </div>
  );
}
