import { asc, eq } from 'drizzle-orm';
import { passkeys } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { factorConstants } from '#shared/constants/accounts/factors.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { PasskeyPurpose } from '#shared/schemas/accounts/passkeys.ts';
import { requirePlayer } from '../../permissions/require-actor.ts';
import { getSiteSettings } from '../../site/read-site-settings.ts';
import { readPendingLogin } from '../factors/pending-login.ts';
import { requireFreshProof } from '../sessions/fresh-proof.ts';
import { createChallenge } from './challenge.ts';
import { requirePasskeySite } from './passkey-site.ts';
import { createAuthenticationOptions, createRegistrationOptions } from './webauthn.ts';

/**
 * Creates a challenge: the options for the browser's authenticator, and the Set-Cookie header with which the
 * challenge comes back.
 * @throws AppError `passkeys-unavailable`; `pending-login-expired` for the second factor of a login;
 * `no-passkey` if the account has none; `login-required` and `guest-not-allowed` for a proof and a new
 * passkey; `proof-required` and `passkey-limit` for a new one.
 */
export async function requestPasskeyChallenge(ctx: Ctx, purpose: PasskeyPurpose) {
  const { rpId } = requirePasskeySite(ctx);
  if (purpose === 'login') {
    const { challenge, cookie } = createChallenge(ctx, { purpose, subject: null });
    return { options: await createAuthenticationOptions({ rpId, challenge }), cookie };
  }
  const { subject, user } = await readSubject(ctx, purpose);
  const present = await ctx.db
    .select({ credentialId: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, user.id))
    .orderBy(asc(passkeys.id))
    .limit(factorConstants.passkeysPerAccount);
  const { challenge, cookie } = createChallenge(ctx, { purpose, subject });
  if (purpose !== 'add') {
    if (present.length === 0) throw new AppError('no-passkey');
    return { options: await createAuthenticationOptions({ rpId, challenge }, present), cookie };
  }
  if (present.length >= factorConstants.passkeysPerAccount) throw new AppError('passkey-limit');
  const options = await createRegistrationOptions(
    { rpId, challenge },
    { site: (await getSiteSettings(ctx)).name, user, present },
  );
  return { options, cookie };
}

/** The session or pending login to which the challenge belongs, and its account. */
async function readSubject(ctx: Ctx, purpose: Exclude<PasskeyPurpose, 'login'>) {
  if (purpose === 'factor') {
    const { id: subject, userId } = await readPendingLogin(ctx);
    return { subject, user: { id: userId, username: '' } };
  }
  const { id, username, sessionId: subject } = requirePlayer(ctx);
  if (purpose === 'add') await requireFreshProof(ctx);
  return { subject, user: { id, username } };
}
