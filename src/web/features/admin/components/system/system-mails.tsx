import type { MailSender } from '#domain/accounts/emails/mailer.ts';
import type { MailFailure } from '#domain/system/get-system-status.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ButtonForm } from '#web/ui/forms/button-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useNumbers } from '#web/ui/texts/numbers.ts';
import { SystemFacts } from './system-facts.tsx';

interface SystemMailsProps {
  waiting: number;
  failed: number;
  failures: readonly MailFailure[];
  /** Null without a mail server. */
  sender: MailSender | null;
  hasServer: boolean;
}

/** Whether mails leave this site and who they come from, with a test. */
export function SystemMails({ waiting, failed, failures, sender, hasServer }: SystemMailsProps) {
  const { formatInteger } = useNumbers();
  const formatFailure = (failure: MailFailure) =>
    [
      failure.waiting > 0 && `${formatInteger(failure.waiting)} tried again later`,
      failure.failed > 0 && `${formatInteger(failure.failed)} given up`,
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <Panel title="Mails">
      {!hasServer && (
        <p className="max-w-prose text-muted">
          There is no mail server. Mails are written as files into the folder of the data, where
          admins can read them.
        </p>
      )}
      {sender?.problem && <Alert tone="info">{sender.problem}</Alert>}
      <SystemFacts
        facts={[
          ...(sender ? [['From', sender.address] satisfies [string, string]] : []),
          ...(sender?.replyTo ? [['Answers to', sender.replyTo] satisfies [string, string]] : []),
          ['Waiting', formatInteger(waiting)],
          ['Given up', formatInteger(failed)],
        ]}
      />
      {failures.length > 0 && (
        <div className="grid justify-items-start gap-3">
          <h3>Not sent</h3>
          <ul className="grid gap-2">
            {failures.map((failure) => (
              <li key={failure.error}>
                <span className="break-words">{failure.error}</span>{' '}
                <span className="text-muted">{formatFailure(failure)}</span>
              </li>
            ))}
          </ul>
          <ButtonForm values={{ intent: 'retry-mails' }} size="md">
            Try these mails again
          </ButtonForm>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonForm values={{ intent: 'mail' }} size="md">
          Send a test mail to me
        </ButtonForm>
        <ButtonLink to="/admin/services" variant="quiet">
          Mail server
        </ButtonLink>
        {!hasServer && (
          <ButtonLink to="/admin/system/mails" variant="quiet">
            Read the mails
          </ButtonLink>
        )}
      </div>
    </Panel>
  );
}
