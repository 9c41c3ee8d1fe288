import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { AppError } from '#shared/errors/app-error.ts';
import type { AssertionInput, AttestationInput } from '#shared/schemas/accounts/passkeys.ts';

/** EdDSA, ES256 and RS256. */
const algorithms = [-8, -7, -257];

/** What a signature must be made for. */
interface Expected {
  origin: string;
  rpId: string;
  challenge: string;
}

interface NewCredential {
  credentialId: string;
  publicKey: string;
  counter: number;
}

/** The library takes 27 MB of memory, so only nodes that need it load it. */
const load = () => import('@simplewebauthn/server');

const toBytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

interface StoredCredential {
  credentialId: string;
  transports: string[];
}

const toDescriptor = ({ credentialId: id, transports }: StoredCredential) => ({ id, transports });

/** What the browser needs to create a passkey. */
export async function createRegistrationOptions(
  { rpId, challenge }: Omit<Expected, 'origin'>,
  {
    site,
    user,
    present,
  }: { site: string; user: { id: string; username: string }; present: StoredCredential[] },
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: site,
    rpID: rpId,
    userID: new TextEncoder().encode(user.id),
    userName: user.username,
    userDisplayName: user.username,
    challenge: toBytes(challenge),
    attestationType: 'none',
    excludeCredentials: present.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
}

/** What the browser needs to sign with one of the `allowed` passkeys, or with any if there is no list. */
export async function createAuthenticationOptions(
  { rpId, challenge }: Omit<Expected, 'origin'>,
  allowed?: StoredCredential[],
) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: toBytes(challenge),
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(toDescriptor) }),
  });
}

/** Checks a new passkey. @throws AppError `passkey-refused`. */
export async function verifyRegistration(
  input: AttestationInput,
  { origin, rpId, challenge }: Expected,
): Promise<NewCredential> {
  const { verifyRegistrationResponse } = await load();
  return refuseErrors(async () => {
    const result = await verifyRegistrationResponse({
      response: await withoutStatement(input),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!result.verified) throw new AppError('passkey-refused');
    const { id, publicKey, counter } = result.registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
    };
  });
}

/**
 * Checks a signature of a passkey, but not its counter. Returns the counter.
 * @throws AppError `passkey-refused`.
 */
export async function verifyAssertion(
  input: AssertionInput,
  { credentialId, publicKey }: { credentialId: string; publicKey: string },
  { origin, rpId, challenge }: Expected,
): Promise<number> {
  const { verifyAuthenticationResponse } = await load();
  return refuseErrors(async () => {
    const response: AuthenticationResponseJSON = { ...input, clientExtensionResults: {} };
    const result = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // The library would compare the counter before the signature, so a forged counter would be logged.
      credential: { id: credentialId, publicKey: toBytes(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    if (!result.verified) throw new AppError('passkey-refused');
    return result.authenticationInfo.newCounter;
  });
}

/**
 * Drops the statement about the authenticator's maker, which browsers leave out at our request. Checking one
 * would make the server download lists of revoked certificates from addresses that the statement names.
 */
async function withoutStatement(input: AttestationInput): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const sent = decodeAttestationObject(toBytes(input.response.attestationObject));
  const bytes = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
      ['authData', sent.get('authData')],
    ]),
  );
  const attestationObject = Buffer.from(bytes).toString('base64url');
  return {
    ...input,
    clientExtensionResults: {},
    response: { ...input.response, attestationObject },
  };
}

/** The library throws an error for each way in which a message can be wrong. */
async function refuseErrors<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch {
    throw new AppError('passkey-refused');
  }
}
