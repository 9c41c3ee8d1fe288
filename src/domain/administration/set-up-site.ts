import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { setUpLinks, users } from '#database/schema.ts';
import { setUpConstants } from '#shared/constants/site/site-settings.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { SetUpInput } from '#shared/schemas/administration/site-forms.ts';
import { hashNewPassword } from '../accounts/passwords/hash-password.ts';
import {
  claimUsername,
  createUsernameTakenError,
} from '../accounts/registration/claim-username.ts';
import { createAccount, findTakenField } from '../accounts/registration/create-account.ts';
import { requireFreeUsername } from '../accounts/registration/register.ts';
import { createToken, hashToken } from '../accounts/sessions/secret-token.ts';
import { startSession } from '../accounts/sessions/start-session.ts';
import { toUsernameKey } from '../accounts/username-condition.ts';
import type { Ctx } from '../context.ts';
import { appendToModerationLog } from '../moderation/log/append-to-moderation-log.ts';
import {
  canHaveExampleCommunity,
  requestExampleCommunity,
} from '../site/example-community-state.ts';
import { publishSiteChange, writeSettings } from './change-site-setting.ts';

/**
 * Creates a link with which somebody becomes the first admin. Returns its token, which is stored as a hash;
 * null if the site has an admin. The links of other nodes stay valid.
 */
export async function createSetUpLink({
  db,
  clock,
}: Pick<Ctx, 'db' | 'clock'>): Promise<string | null> {
  const token = createToken();
  const createdAt = clock.now();
  return db.transaction(async (tx) => {
    await lockLinks(tx);
    if (await hasAdmin(tx)) {
      await tx.delete(setUpLinks);
      return null;
    }
    await tx.delete(setUpLinks).where(lte(setUpLinks.expiresAt, createdAt));
    const expiresAt = new Date(createdAt.getTime() + setUpConstants.linkMs);
    await tx.insert(setUpLinks).values({ hash: hashToken(token), createdAt, expiresAt });
    const earlier = tx
      .select({ hash: setUpLinks.hash })
      .from(setUpLinks)
      .orderBy(desc(setUpLinks.createdAt))
      .offset(setUpConstants.linksMax);
    await tx.delete(setUpLinks).where(inArray(setUpLinks.hash, earlier));
    return token;
  });
}

/** Whether a link can be used. @throws AppError `rate-limited` per IP address. */
export async function isSetUpLinkValid(ctx: Ctx, token: string): Promise<boolean> {
  if (token === '') return false;
  await ctx.rateLimiter.take('set-up-by-address', ctx.request.address);
  return (await findLink(ctx, ctx.db, token)) && !(await hasAdmin(ctx.db));
}

/** Whether the form of the link offers an example community. */
export async function offersExampleCommunity({ db }: Pick<Ctx, 'db'>): Promise<boolean> {
  return canHaveExampleCommunity(db);
}

/**
 * Gives the site its name, its registration mode, what its shop holds, its first admin and, if chosen, an example community, which a job
 * makes. Returns the Set-Cookie header of the
 * admin's session. Of several forms that are sent at the same time, one succeeds.
 * @throws AppError `bad-set-up-link` if the link is unknown, expired or used, or if the site has an admin;
 * `username-taken`, `email-taken`, `common-password`, `personal-password`; `rate-limited` per IP address.
 */
export async function setUpSite(ctx: Ctx, input: SetUpInput): Promise<string> {
  if (!(await isSetUpLinkValid(ctx, input.token))) throw new AppError('bad-set-up-link');
  const { username, email, password, name, registration, shopContent, examples } = input;
  await requireFreeUsername(ctx, username);
  const account = toUsernameKey(username);
  const passwordHash = await hashNewPassword(
    ctx,
    password,
    { username, email, siteName: name },
    account,
  );
  const at = ctx.clock.now();
  const admin = {
    username: username.toLowerCase(),
    displayUsername: username,
    name: username,
    email,
    // The link shows that they run the server.
    emailVerified: true,
    role: 'admin' as const,
    roleGivenAt: at,
    registeredAt: at,
  };
  const id = await createAccount(ctx, admin, {
    passwordHash,
    invitation: null,
    followsRegistrationMode: false,
    async beforeInsert(tx) {
      await lockLinks(tx);
      if (!(await findLink(ctx, tx, input.token)) || (await hasAdmin(tx))) {
        throw new AppError('bad-set-up-link');
      }
      // Before the admin is there: a site with players has none.
      if (examples && (await canHaveExampleCommunity(tx))) await requestExampleCommunity(tx, at);
      await tx.delete(setUpLinks);
      await claimUsername(tx, username);
    },
    async afterInsert(tx, adminId) {
      await writeSettings(tx, ctx, { values: { name, registration, shopContent }, adminId });
      await appendToModerationLog(tx, {
        moderatorId: null,
        act: 'give-role',
        targetId: adminId,
        reason: 'Made an admin by the set-up link.',
        details: { from: 'player', to: 'admin' },
        at,
      });
    },
  }).catch((error: unknown) => {
    const taken = findTakenField(error);
    if (taken === 'username') throw createUsernameTakenError();
    if (taken !== 'email') throw error;
    const { message } = new AppError('email-taken');
    throw new AppError('email-taken', { fields: { email: message } });
  });
  publishSiteChange(ctx);
  const entry = { event: 'role-changed', account: id, from: 'player', to: 'admin' } as const;
  ctx.accounts.securityLog.record(ctx.request, { ...entry, by: null });
  return startSession(ctx, id, { method: 'set-up link', isProven: true });
}

/** Forms and starts at the same time wait for each other. */
async function lockLinks(tx: Queryable): Promise<void> {
  await tx.execute(sql`lock table ${setUpLinks} in share row exclusive mode`);
}

async function findLink({ clock }: Ctx, db: Queryable, token: string): Promise<boolean> {
  const [link] = await db
    .select({ hash: setUpLinks.hash })
    .from(setUpLinks)
    .where(and(eq(setUpLinks.hash, hashToken(token)), gt(setUpLinks.expiresAt, clock.now())));
  return link !== undefined;
}

async function hasAdmin(db: Queryable): Promise<boolean> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.role, 'admin'))
    .limit(1);
  return admin !== undefined;
}
