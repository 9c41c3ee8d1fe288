import { sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { createPendingLogin } from '../factors/pending-login.ts';
import {
  type Factors,
  hasSecondFactor,
  readFactors,
  requireNoSecondFactor,
} from '../factors/second-factor.ts';
import { canRegister } from '../registration/register.ts';
import { endRequestSession, startSession } from '../sessions/start-session.ts';
import { applyRoleClaim, recordRoleClaim } from './apply-role-claim.ts';
import { getRedirectUri } from './begin-sign-on.ts';
import { confirmIdentityBySignOn } from './confirm-identity-by-sign-on.ts';
import { findIdentity, type Identity, markIdentityUsed, toCredential } from './identities.ts';
import { linkIdentity } from './link-identity.ts';
import { readClaims, type SignOnClaims } from './read-claims.ts';
import { setPendingSignUp } from './register-with-sign-on.ts';
import { type SignOnFlow, takeSignOn } from './sign-on-flow.ts';
import { requireSignOn, type SignOn } from './sign-on-settings.ts';

interface CompletedSignOn {
  /**
   * `done`: the browser is logged in, the identity is linked, or the proof is recorded. `sign-up`: the identity
   * is new and needs a username. Otherwise the login waits for one of these second factors.
   */
  outcome: 'done' | 'sign-up' | { factors: Factors };
  /** The Set-Cookie headers. */
  cookies: string[];
  next: string;
}

/**
 * Completes a sign-on with the answer of the provider, the query string `search`.
 * @throws AppError `sign-on-off`, `sign-on-expired`, `sign-on-cancelled`, `sign-on-failed`,
 * `sign-on-unavailable`, `rate-limited`; of a login `account-suspended`, `sign-on-closed`,
 * `sign-on-email-taken`, `already-registered`; and those of `linkIdentity` and `confirmIdentityBySignOn`.
 */
export async function completeSignOn(ctx: Ctx, search: string): Promise<CompletedSignOn> {
  const signOn = requireSignOn(ctx);
  await ctx.rateLimiter.take('sign-on-by-address', ctx.request.address);
  const flow = await takeSignOn(ctx, new URLSearchParams(search).get('state') ?? '');
  const { state, nonce, codeVerifier, next } = flow;
  const redirectUri = getRedirectUri(ctx);
  const answer = { search, redirectUri, state, nonce, codeVerifier };
  const claims = readClaims(
    await signOn.provider.redeem(answer).catch((error: unknown) => {
      const entry = { account: ctx.actor?.id ?? null, method: 'single sign-on' } as const;
      ctx.accounts.securityLog.record(ctx.request, { event: 'login-refused', ...entry });
      throw error;
    }),
    signOn,
  );
  if (flow.purpose === 'link') {
    await linkIdentity(ctx, { issuer: signOn.issuer, ...claims });
    return { outcome: 'done', cookies: [], next };
  }
  const isRecent = isAuthenticatedSince(claims, flow);
  if (flow.purpose === 'proof') {
    if (!isRecent) throw new AppError('sign-on-not-recent');
    const { issuer } = signOn;
    await confirmIdentityBySignOn(ctx, { issuer, subject: claims.subject, hasCode: flow.hasCode });
    return { outcome: 'done', cookies: [], next };
  }
  const identity = await findIdentity(ctx.db, { issuer: signOn.issuer, subject: claims.subject });
  if (identity) return { next, ...(await logIn(ctx, identity, claims, isRecent)) };
  return { outcome: 'sign-up', cookies: [await beginSignUp(ctx, signOn, claims, next)], next };
}

/** Whether the person entered a password or the like at the provider since the sign-on began. */
function isAuthenticatedSince({ authenticatedAt }: SignOnClaims, { began }: SignOnFlow): boolean {
  const oldest = began - signOnConstants.clockToleranceMs;
  return authenticatedAt !== null && authenticatedAt.getTime() >= oldest;
}

/** Logs in to the account of an identity. An account with a second factor is asked for it. */
async function logIn(
  ctx: Ctx,
  { id, userId }: Identity,
  { role }: SignOnClaims,
  isProven: boolean,
): Promise<Pick<CompletedSignOn, 'outcome' | 'cookies'>> {
  if (role !== null) {
    const change = await ctx.db.transaction((tx) => applyRoleClaim(tx, ctx, { userId, role }));
    recordRoleClaim(ctx, userId, change);
  }
  const factors = await readFactors(ctx.db, userId);
  if (hasSecondFactor(factors)) {
    const cookie = createPendingLogin(ctx, { userId, credential: toCredential(id) });
    return { outcome: { factors }, cookies: [cookie] };
  }
  const cookie = await startSession(ctx, userId, {
    method: 'single sign-on',
    isProven,
    async acceptSecondFactor(tx) {
      await markIdentityUsed(tx, ctx, { id, userId });
      await requireNoSecondFactor(tx, userId);
    },
  });
  await endRequestSession(ctx);
  return { outcome: 'done', cookies: [cookie] };
}

/** The Set-Cookie header of an identity that waits for its username. */
async function beginSignUp(
  ctx: Ctx,
  { allowsSignUp, issuer }: SignOn,
  { subject, name, username, email, role }: SignOnClaims,
  next: string,
): Promise<string> {
  if (!canRegister(ctx.actor)) {
    throw new AppError('already-registered', {
      text: 'You are logged in to an account that this identity does not belong to. Add the identity in the sign-in settings.',
    });
  }
  if (!allowsSignUp) throw new AppError('sign-on-closed');
  if (email !== null && (await isEmailTaken(ctx, email))) throw new AppError('sign-on-email-taken');
  return setPendingSignUp(ctx, { issuer, subject, name, username, email, role, next });
}

async function isEmailTaken({ db }: Pick<Ctx, 'db'>, email: string): Promise<boolean> {
  return (await db.$count(users, sql`lower(${users.email}) = ${email}`)) > 0;
}
