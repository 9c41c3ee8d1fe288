import {
  type NotificationKind,
  notificationKindLabels,
} from '#shared/constants/notification-kinds.ts';
import type { MailFrequency } from '#shared/constants/notification-mails.ts';
import type { Mail, MailSite } from '../../accounts/emails/mailer.ts';
import { describeNotification, type MailedNotification } from './describe-notification.ts';

interface NotificationMailParts {
  frequency: MailFrequency;
  email: string;
  username: string;
  /** The newest ones. */
  listed: readonly MailedNotification[];
  /** How many there are in all. */
  total: number;
  /** The only kind in the mail, if it has one. */
  onlyKind: NotificationKind | null;
  token: string;
}

const digests: Record<Exclude<MailFrequency, 'at-once'>, string> = {
  daily: 'Your day on',
  weekly: 'Your week on',
};

/** The mail that tells a player of notifications. */
export function createNotificationMail(
  site: MailSite,
  { frequency, email, username, listed, total, onlyKind, token }: NotificationMailParts,
): Mail {
  const lines = listed.map(describeNotification);
  const unsubscribeUrl = `${site.origin}/unsubscribe?token=${token}`;
  const [only] = lines;
  const count = total === 1 ? '1 notification' : `${total} notifications`;
  return {
    to: email,
    subject:
      frequency !== 'at-once'
        ? `${digests[frequency]} ${site.name}: ${count}`
        : total === 1 && only
          ? only
          : `${count} on ${site.name}`,
    text: [
      `Hello ${username}!`,
      '',
      ...lines.map((line) => `- ${line}`),
      ...(total > lines.length ? [`- and ${total - lines.length} more`] : []),
      '',
      'Your notifications:',
      `${site.origin}/profile/notification`,
      '',
      'Choose what you get as mail:',
      `${site.origin}/settings/notifications`,
      '',
      onlyKind ? `No more mails of "${notificationKindLabels[onlyKind]}":` : 'No more such mails:',
      unsubscribeUrl,
    ].join('\n'),
    unsubscribeUrl,
  };
}
