import { and, ne, sql } from 'drizzle-orm';
import { emailRequests, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { emailRequestConstants } from '#shared/constants/accounts.ts';
import {
  createConfirmationEmail,
  createEmailTakenEmail,
  createPasswordResetEmail,
} from './account-emails.ts';
import { createEmailLinkToken } from './email-link.ts';
import type { Mail } from './mailer.ts';
import type { RequestedEmailKind } from './request-email.ts';

type EmailCtx = Pick<Ctx, 'db' | 'clock' | 'accounts' | 'site' | 'log'>;

/**
 * Sends the requested emails to those email addresses that have an account. Each request is processed by one
 * node. An email that is lost in a crash must be requested again.
 */
export async function sendRequestedEmails(ctx: EmailCtx): Promise<void> {
  for (;;) {
    const oldest = ctx.db
      .select({ id: emailRequests.id })
      .from(emailRequests)
      .orderBy(emailRequests.id)
      .limit(emailRequestConstants.atOnce)
      .for('update', { skipLocked: true });
    const requests = await ctx.db
      .delete(emailRequests)
      .where(sql`${emailRequests.id} = any(array${oldest})`)
      .returning();
    if (requests.length === 0) return;
    // In the order of the requests, because only the newest link works.
    requests.sort((one, other) => one.id.localeCompare(other.id));
    for (const request of requests) {
      try {
        const mail = await createRequestedEmail(ctx, request);
        if (mail) await ctx.accounts.mailer.send(mail);
      } catch (error) {
        ctx.log.error({ err: error, kind: request.kind }, 'a requested email was not sent');
      }
    }
  }
}

/** Creates the email of a request; null when the email address has no account or needs no such email. */
async function createRequestedEmail(
  { db, clock, site: { origin: publicOrigin } }: EmailCtx,
  { kind, email }: { kind: RequestedEmailKind; email: string },
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
  if (kind === 'email-taken') return createEmailTakenEmail(publicOrigin, user.email);
  const token = await createEmailLinkToken(db, kind, user.id, clock.now());
  const createEmail = kind === 'reset' ? createPasswordResetEmail : createConfirmationEmail;
  return createEmail(publicOrigin, { ...user, token });
}
