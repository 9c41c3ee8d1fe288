import { sendRequestedEmails } from '#domain/accounts/emails/send-requested-emails.ts';
import { emailRequestConstants } from '#shared/constants/accounts/requested-emails.ts';
import type { Services } from '../bootstrap/services.ts';

/**
 * Sends requested mails every two seconds, so that no response waits for a mail server. Returns the function
 * that stops it after the mails that are being sent.
 */
export function startSendingEmails(services: Services): () => Promise<void> {
  let sending: Promise<void> | null = null;
  const timer = setInterval(() => {
    sending ??= sendRequestedEmails(services)
      .catch((error: unknown) =>
        services.log.warn({ err: error }, 'requested mails could not be read'),
      )
      .finally(() => {
        sending = null;
      });
  }, emailRequestConstants.sendEveryMs);
  return async () => {
    clearInterval(timer);
    await sending;
  };
}
