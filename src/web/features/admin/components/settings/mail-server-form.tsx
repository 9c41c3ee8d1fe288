import { type MailSecurity, mailServerConstants } from '#shared/constants/server/services.ts';
import type { MailServer } from '#shared/schemas/administration/services.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogLink } from '#web/ui/confirmation-dialog.tsx';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SettingForm } from '../site/setting-form.tsx';

const securities: [MailSecurity, string][] = [
  ['starttls', 'STARTTLS, usually port 587'],
  ['tls', 'TLS, usually port 465'],
  ['if-offered', 'Only if the server offers it'],
];

interface MailServerFormProps {
  /** What is saved, or was typed for a test; null for nothing. */
  server: MailServer | null;
  isSaved: boolean;
  hasPassword: boolean;
}

/** The form of the mail server. The password is never shown. */
export function MailServerForm({ server, isSaved, hasPassword }: MailServerFormProps) {
  const isTesting = usePending({ intent: 'test-mail' });
  return (
    <SettingForm
      title="Mail server"
      intent="mail"
      moreIntent="test-mail"
      more={
        <>
          <Button variant="quiet" name="intent" value="test-mail" pending={isTesting}>
            Test
          </Button>
          {isSaved && <DialogLink to="/admin/services?ask=remove-mail">Remove</DialogLink>}
        </>
      }
    >
      <p className="max-w-prose text-muted">
        Your mail service says what to enter here. Mails need it for new passwords, confirmed
        addresses and notifications.
      </p>
      <TextField
        label="Host"
        name="host"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="smtp.example.com"
        maxLength={mailServerConstants.hostMax}
        defaultValue={server?.host}
      />
      <TextField
        label="Port"
        name="port"
        required
        inputMode="numeric"
        autoComplete="off"
        defaultValue={server?.port ?? mailServerConstants.defaultPort}
      />
      <SelectField
        name="security"
        label="Encryption of the connection"
        defaultValue={server?.security ?? 'starttls'}
        options={securities}
      />
      <TextField
        label="Username"
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={mailServerConstants.usernameMax}
        defaultValue={server?.username}
        hint="Empty for a server without a login."
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        maxLength={mailServerConstants.passwordMax}
        hint={
          isSaved && hasPassword
            ? 'One is saved, and never shown. Empty keeps it, as long as host, port, encryption and username stay.'
            : undefined
        }
      />
    </SettingForm>
  );
}
