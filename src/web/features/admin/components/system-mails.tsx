import { Form } from 'react-router';
import type { MailSender } from '#domain/accounts/emails/mailer.ts';
import type { MailRefusal } from '#domain/system/get-system-status.ts';
import { usePending } from '#web/lib/use-pending.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { useNumbers } from '#web/ui/numbers.ts';
import { Panel } from '#web/ui/panel.tsx';
import { SystemFacts } from './system-facts.tsx';

interface SystemMailsProps {
  waiting: number;
  failed: number;
  refusals: readonly MailRefusal[];
  /** Null without a mail server. */
  sender: MailSender | null;
  hasServer: boolean;
}

/** Whether mails leave this site and who they come from, with a test. */
export function SystemMails({ waiting, failed, refusals, sender, hasServer }: SystemMailsProps) {
  const { formatInteger } = useNumbers();
  const pending = usePending({ intent: 'mail' });
  const retrying = usePending({ intent: 'retry-mails' });
  const formatRefused = (refusal: MailRefusal) =>
    [
      refusal.waiting > 0 && `${formatInteger(refusal.waiting)} tried again later`,
      refusal.failed > 0 && `${formatInteger(refusal.failed)} given up`,
    ]
      .filter(Boolean)
      .join(', ');
  return (
    <Panel title="Mails">
      {!hasServer && (
        <p className="max-w-prose text-muted">
          There is no mail server (SMTP_URL). Mails are written as files into the folder of the
          data.
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
      {refusals.length > 0 && (
        <div className="grid justify-items-start gap-3">
          <h3>Not sent</h3>
          <ul className="grid gap-2">
            {refusals.map((refusal) => (
              <li key={refusal.error}>
                <span className="break-words">{refusal.error}</span>{' '}
                <span className="text-muted">{formatRefused(refusal)}</span>
              </li>
            ))}
          </ul>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="retry-mails" />
            <Button variant="quiet" pending={retrying}>
              Try these mails again
            </Button>
          </Form>
        </div>
      )}
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="mail" />
        <Button variant="quiet" pending={pending}>
          Send a test mail to me
        </Button>
      </Form>
    </Panel>
  );
}
