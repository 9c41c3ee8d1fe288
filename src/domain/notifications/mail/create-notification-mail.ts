import {
  type NotificationKind,
  notificationKindLabels,
} from '#shared/constants/notifications/notification-kinds.ts';
import type { MailFrequency } from '#shared/constants/notifications/notification-mails.ts';
import { createMail } from '../../accounts/emails/create-mail.ts';
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
  return createMail(site, {
    to: email,
    subject:
      frequency !== 'at-once'
        ? `${digests[frequency]} ${site.name}: ${count}`
        : total === 1 && only
          ? only
          : `${count} on ${site.name}`,
    blocks: [
      `Hello ${username}!`,
      { list: [...lines, ...(total > lines.length ? [`and ${total - lines.length} more`] : [])] },
      {
        text: 'Your notifications:',
        links: [{ label: 'See them all', url: `${site.origin}/profile/notification` }],
      },
      {
        text: 'Choose what you get as mail:',
        links: [{ label: 'Settings', url: `${site.origin}/settings/notifications` }],
        isMinor: true,
      },
      {
        text: onlyKind
          ? `No more mails of "${notificationKindLabels[onlyKind]}":`
          : 'No more such mails:',
        links: [{ label: 'Unsubscribe', url: unsubscribeUrl }],
        isMinor: true,
      },
    ],
    unsubscribeUrl,
  });
}
