import { BodyTooLargeError, describeNetworkError } from '../lib/http-response.ts';
import { type OpenIdOptions, requestDiscovery } from './openid-provider.ts';

/** What a provider must name, so that people can log in by it. */
const needed = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * Fetches the discovery document of an issuer. The secret of the client is not sent, so it is not tested.
 * @throws Error that says in words what is wrong.
 */
export async function testOpenIdProvider(
  options: Omit<OpenIdOptions, 'log' | 'scopes'>,
): Promise<void> {
  const config = await requestDiscovery(options).catch((error: unknown) => {
    throw new Error(explain(error), { cause: error });
  });
  const metadata = config.serverMetadata();
  const missing = needed.filter((name) => !metadata[name]);
  if (missing.length > 0) {
    throw new Error(`Its discovery document does not name ${missing.join(' and ')}.`);
  }
}

function explain(error: unknown): string {
  const all = listCauses(error);
  const response = all.find((one) => one instanceof Response);
  if (response && response.status !== 200) {
    return `Its discovery document, /.well-known/openid-configuration, answers ${response.status}. Is the address that of the issuer?`;
  }
  if (all.some((one) => one instanceof BodyTooLargeError)) return 'Its answer is too large.';
  const codes = all.map((one) => (one instanceof Error && 'code' in one ? one.code : null));
  if (codes.includes('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED')) {
    const named = all.map(readIssuer).find((one) => one !== null);
    return `It says that it is another issuer${named ? `, ${named}. Type that one` : ''}.`;
  }
  if (codes.includes('OAUTH_TIMEOUT')) return 'It did not answer in time.';
  if (codes.some((code) => typeof code === 'string' && code.startsWith('OAUTH_'))) {
    return 'It answers, but not with a discovery document of OpenID Connect.';
  }
  return `It cannot be reached (${describeNetworkError(all.at(-1))}).`;
}

/** The error, its cause, the cause of that, and so on. */
function listCauses(error: unknown): unknown[] {
  const all: unknown[] = [];
  let one = error;
  while (one && all.length < 10) {
    all.push(one);
    one = one instanceof Error ? one.cause : null;
  }
  return all;
}

/** The issuer that a discovery document names. */
function readIssuer(cause: unknown): string | null {
  if (typeof cause !== 'object' || cause === null || !('body' in cause)) return null;
  const { body } = cause;
  if (typeof body !== 'object' || body === null || !('issuer' in body)) return null;
  return typeof body.issuer === 'string' ? body.issuer.slice(0, 100) : null;
}
