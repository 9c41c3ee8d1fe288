import { makeNotificationMails } from '#domain/notifications/mail/make-notification-mails.ts';
import { sendNotificationMails } from '#domain/notifications/mail/send-notification-mails.ts';
import { notificationMailConstants } from '#shared/constants/notifications/notification-mails.ts';
import type { Services } from '../bootstrap/services.ts';

/**
 * Makes and sends mails of notifications every two seconds. Returns the function that stops it after the mails
 * that are being sent.
 */
export function startSendingNotificationMails(services: Services): () => Promise<void> {
  let sending: Promise<void> | null = null;
  async function run(): Promise<void> {
    try {
      await makeNotificationMails(services);
      await sendNotificationMails(services);
    } catch (error) {
      services.log.warn({ err: error }, 'mails of notifications could not be read');
    }
  }
  const timer = setInterval(() => {
    sending ??= run().finally(() => {
      sending = null;
    });
  }, notificationMailConstants.sendEveryMs);
  return async () => {
    clearInterval(timer);
    await sending;
  };
}
