import type { Ctx } from '#domain/context.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { hasSecondFactor, readFactors } from '../factors/second-factor.ts';
import { consumeCode, countCodeAttempt } from '../factors/verify-code.ts';
import { lockAccounts } from '../lock-accounts.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { createToken } from '../sessions/secret-token.ts';
import { setSignOnCookie } from './sign-on-cookie.ts';
import type { SignOnFlow, SignOnPurpose } from './sign-on-flow.ts';
import { requireSignOn } from './sign-on-settings.ts';

interface SignOnInput {
  purpose: SignOnPurpose;
  /** The path to open afterwards. */
  next: string;
  /** For a proof of an account with a second factor. */
  code?: string;
}

/**
 * Begins a sign-on. Returns the URL at the provider and the Set-Cookie header without which its answer is
 * worthless: it has the secrets that the answer must fit, so another browser cannot use the answer.
 * @throws AppError `sign-on-off`, `sign-on-unavailable`, `rate-limited`; for `link` and `proof`
 * `login-required`, `guest-not-allowed`; for `link` `proof-required`; for `proof` `wrong-code`.
 */
export async function beginSignOn(
  ctx: Ctx,
  { purpose, next, code = '' }: SignOnInput,
): Promise<{ url: string; cookie: string }> {
  const { provider } = requireSignOn(ctx);
  await ctx.rateLimiter.take('sign-on-by-address', ctx.request.address);
  if (purpose === 'link') {
    requirePlayer(ctx);
    await requireFreshProof(ctx);
  }
  const secrets = { state: createToken(), nonce: createToken(), codeVerifier: createToken() };
  const url = await provider.createUrl({
    ...secrets,
    redirectUri: getRedirectUri(ctx),
    isFresh: purpose === 'proof',
  });
  const hasCode = purpose === 'proof' && (await acceptCode(ctx, code));
  const flow: Omit<SignOnFlow, 'expires'> = {
    ...secrets,
    purpose,
    next: next.length > signOnConstants.nextMax ? '/' : next,
    session: purpose === 'login' ? null : (ctx.actor?.sessionId ?? null),
    began: ctx.clock.now().getTime(),
    hasCode,
  };
  return { url, cookie: setSignOnCookie(ctx, 'sign-on', flow) };
}

/** The URL to which the provider sends the browser back. It comes from the configured origin only. */
export function getRedirectUri({ site }: Pick<Ctx, 'site'>): string {
  return `${site.origin}${signOnConstants.callbackPath}`;
}

/** Uses up a code of the second factor, if the actor has one. Returns whether it has. */
async function acceptCode(ctx: Ctx, code: string): Promise<boolean> {
  const { id: userId } = requirePlayer(ctx);
  if (!hasSecondFactor(await readFactors(ctx.db, userId))) return false;
  if (code === '') throw new AppError('wrong-code', { fields: { code: 'Enter the code.' } });
  const attempt = await countCodeAttempt(ctx, { userId, code });
  await ctx.db.transaction(async (tx) => {
    await lockAccounts(tx, [userId], 'no key update');
    await consumeCode(tx, ctx, { userId, code });
  });
  await attempt.markSucceeded();
  return true;
}
