import { and, eq, gt, min, ne, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#database/client.ts';
import { apiKeys, emailChanges, type requestedEmails, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { hasPassword } from '../passwords/verify-own-password.ts';
import { createToken, hashToken } from '../sessions/secret-token.ts';
import { hasUsableIdentity } from '../sign-on/identities.ts';
import {
  createApiKeysMail,
  createConfirmationEmail,
  createEmailTakenEmail,
  createPasswordResetEmail,
} from './account-emails.ts';
import {
  createEmailChangedEmail,
  createEmailChangeEmail,
  createEmailChangeRequestedEmail,
  createEmailWantedEmail,
} from './email-change-emails.ts';
import { createEmailLinkToken } from './email-link.ts';
import { createFactorEmail, createNoPasswordEmail, isFactorChange } from './factor-emails.ts';
import type { Mail, MailSite } from './mailer.ts';

type EmailCtx = Pick<Ctx, 'db' | 'clock' | 'site' | 'accounts'>;
type EmailRequest = Pick<typeof requestedEmails.$inferSelect, 'kind' | 'email' | 'userId'>;

/** Creates the email of a request; null when the email address has no account or needs no such email. */
export async function createRequestedEmail(
  ctx: EmailCtx,
  site: MailSite,
  { kind, email, userId }: EmailRequest,
): Promise<Mail | null> {
  if (userId !== null) {
    const username = await findUsername(ctx.db, userId);
    if (username === null) return null;
    if (kind === 'email-change-requested')
      return createEmailChangeRequestedEmail(site, { email, username });
    if (kind === 'email-changed') return createEmailChangedEmail(site, { email, username });
    return createLinkForNewAddress(ctx, site, { email, userId, username });
  }
  const user = await findByEmail(ctx.db, email);
  if (!user || (kind === 'confirm' && user.confirmed)) return null;
  if (isFactorChange(kind)) return createFactorEmail(site, kind, user);
  if (kind === 'api-keys-change') {
    const until = await findEndOfAllScopes(ctx.db, user.id);
    return until && createApiKeysMail(site, { ...user, until });
  }
  if (kind === 'email-taken') return createEmailTakenEmail(site, user.email);
  if (kind !== 'reset' && kind !== 'reset-by-admin' && kind !== 'confirm') return null;
  if (kind === 'reset' && (await logsInBySignOnOnly(ctx, user.id))) {
    return createNoPasswordEmail(site, user);
  }
  const purpose = kind === 'confirm' ? 'confirm' : 'reset';
  const token = await createEmailLinkToken(ctx.db, purpose, user.id, ctx.clock.now());
  return createLinkEmails[kind](site, { ...user, token });
}

const createLinkEmails = {
  confirm: createConfirmationEmail,
  reset: createPasswordResetEmail,
  'reset-by-admin': (...[site, reset]: Parameters<typeof createPasswordResetEmail>) =>
    createPasswordResetEmail(site, reset, { madeByAdmin: true }),
};

/**
 * Whether the provider of single sign-on decides alone who may log in to an account: then a mail must not open
 * a second way. An account of a provider that the site no longer uses can set a password by mail.
 */
export async function logsInBySignOnOnly(
  ctx: Pick<Ctx, 'accounts'> & { db: Queryable },
  userId: string,
): Promise<boolean> {
  return !(await hasPassword(ctx, userId)) && (await hasUsableIdentity(ctx.db, ctx, userId));
}

/** Guests and example players have no address of their own. */
const getsMails = and(ne(users.role, 'guest'), eq(users.isExample, false));

async function findUsername(db: Database, userId: string): Promise<string | null> {
  const [user] = await db
    .select({ username: users.displayUsername })
    .from(users)
    .where(and(eq(users.id, userId), getsMails));
  return user?.username ?? null;
}

/** When API keys from before there were scopes lose rights; null if the account has none any more. */
async function findEndOfAllScopes(db: Database, userId: string): Promise<Date | null> {
  const [found] = await db
    .select({ until: min(apiKeys.allScopesUntil) })
    .from(apiKeys)
    .where(eq(apiKeys.accountId, userId));
  return found?.until ?? null;
}

async function findByEmail(db: Database, email: string) {
  const [user] = await db
    .select({
      id: users.id,
      email: users.email,
      username: users.displayUsername,
      confirmed: users.emailVerified,
    })
    .from(users)
    .where(and(sql`lower(${users.email}) = ${email.toLowerCase()}`, getsMails));
  return user;
}

/**
 * Creates the mail with the link that changes an email address. If the new address has an account, its owner
 * gets a mail without a link instead. Null when the change was cancelled or replaced.
 */
async function createLinkForNewAddress(
  { db, clock }: EmailCtx,
  site: MailSite,
  { email, userId, username }: { email: string; userId: string; username: string },
): Promise<Mail | null> {
  const owner = await findByEmail(db, email);
  if (owner) return createEmailWantedEmail(site, owner.email);
  const token = createToken();
  const changed = await db
    .update(emailChanges)
    .set({ token: hashToken(token) })
    .where(
      and(
        eq(emailChanges.userId, userId),
        eq(emailChanges.email, email),
        gt(emailChanges.expiresAt, clock.now()),
      ),
    )
    .returning({ userId: emailChanges.userId });
  return changed.length > 0 ? createEmailChangeEmail(site, { email, username, token }) : null;
}
