import { type MailSecurity, mailServerConstants } from '#shared/constants/server/services.ts';
import type { MailServer } from '#shared/schemas/administration/services.ts';
import { SelectField } from '#web/ui/fields/choice-fields.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { plainText, SecretField, ServiceForm } from './service-form.tsx';

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
  return (
    <ServiceForm service="mail" title="Mail server" isSaved={isSaved}>
      <p className="max-w-prose text-muted">
        Your mail service says what to enter here. Mails need it for new passwords, confirmed
        addresses and notifications.
      </p>
      <TextField
        label="Host"
        name="host"
        required
        {...plainText}
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
        {...plainText}
        maxLength={mailServerConstants.usernameMax}
        defaultValue={server?.username}
        hint="Empty for a server without a login."
      />
      <SecretField
        label="Password"
        name="password"
        maxLength={mailServerConstants.passwordMax}
        isSaved={isSaved && hasPassword}
        whenSaved="Empty keeps it, as long as host, port, encryption and username stay."
      />
    </ServiceForm>
  );
}
