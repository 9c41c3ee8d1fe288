import type { MailSender } from '#domain/accounts/emails/mailer.ts';
import { Alert } from '#web/ui/alert.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { SettingForm } from './setting-form.tsx';

interface MailSenderFormProps {
  /** What an admin saved; empty for what the configuration of the server says. */
  from: string;
  replyTo: string;
  /** What the configuration says; null without a mail server. */
  configured: MailSender | null;
  problem: string | null;
}

/** The form of who mails come from and where answers go. */
export function MailSenderForm({ from, replyTo, configured, problem }: MailSenderFormProps) {
  const none = configured === null ? 'This server has no mail server yet. ' : '';
  return (
    <SettingForm title="Sender of mails" intent="mail-sender">
      {problem && <Alert tone="info">{problem}</Alert>}
      <TextField
        label="Address that mails come from"
        name="mailFrom"
        type="email"
        autoComplete="off"
        defaultValue={from}
        placeholder={configured?.address}
        hint={`${none}Empty: ${configured ? `${configured.address}, as the server is set up` : 'as the server is set up'}. A test mail is sent on the page System.`}
      />
      <TextField
        label="Address for answers"
        name="mailReplyTo"
        type="email"
        autoComplete="off"
        defaultValue={replyTo}
        placeholder={configured?.replyTo ?? undefined}
        hint={`Empty: ${configured?.replyTo ? `${configured.replyTo}, as the server is set up` : 'answers go to the address that mails come from'}.`}
      />
    </SettingForm>
  );
}
