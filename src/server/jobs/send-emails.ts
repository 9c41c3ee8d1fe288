import { sendRequestedMails } from '#domain/accounts/emails/send-requested-emails.ts';
import { emailRequestConstants } from '#shared/constants/accounts.ts';
import type { Services } from '../bootstrap/services.ts';

/**
 * Sends mails that were asked for, every two seconds: by its own clock, so that no answer waits for it.
 * Answers how to stop it, which waits for what is being sent.
 */
export function startSendingEmails(services: Services): () => Promise<void> {
  let sending: Promise<void> | null = null;
  const timer = setInterval(() => {
    sending ??= sendRequestedMails(services)
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
