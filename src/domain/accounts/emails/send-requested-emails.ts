import { and, ne, sql } from 'drizzle-orm';
import { mailRequests, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { emailRequestConstants } from '#shared/constants/accounts.ts';
import { confirmationMail, emailTakenMail, resetMail } from './account-emails.ts';
import { createLinkToken } from './email-link.ts';
import type { Mail } from './mailer.ts';
import type { RequestedMail } from './request-email.ts';

type Parts = Pick<Ctx, 'db' | 'clock' | 'mailer' | 'publicOrigin' | 'log'>;

/**
 * Sends the mails that were asked for, to addresses that have an account they are for. Each request is
 * taken by one node; a mail that a crash loses has to be asked for again.
 */
export async function sendRequestedMails(parts: Parts): Promise<void> {
  for (;;) {
    const oldest = parts.db
      .select({ id: mailRequests.id })
      .from(mailRequests)
      .orderBy(mailRequests.id)
      .limit(emailRequestConstants.atOnce)
      .for('update', { skipLocked: true });
    const requests = await parts.db
      .delete(mailRequests)
      .where(sql`${mailRequests.id} = any(array${oldest})`)
      .returning();
    if (requests.length === 0) return;
    // In the order of the requests: the newest link is the one that works.
    requests.sort((one, other) => one.id.localeCompare(other.id));
    for (const request of requests) {
      try {
        const mail = await mailFor(parts, request);
        if (mail) await parts.mailer.send(mail);
      } catch (error) {
        parts.log.error({ err: error, kind: request.kind }, 'a requested mail was not sent');
      }
    }
  }
}

/** The mail that a request comes to; null where the address has no account that it is for. */
async function mailFor(
  { db, clock, publicOrigin }: Parts,
  { kind, email }: { kind: RequestedMail; email: string },
): Promise<Mail | null> {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      username: users.displayUsername,
      confirmed: users.emailVerified,
    })
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email.toLowerCase()}`, ne(users.role, 'guest')));
  if (!user || (kind === 'confirm' && user.confirmed)) return null;
  if (kind === 'email-taken') return emailTakenMail(publicOrigin, user.email);
  const token = await createLinkToken(db, kind, user.id, clock.now());
  const makeMail = kind === 'reset' ? resetMail : confirmationMail;
  return makeMail(publicOrigin, { ...user, token });
}
