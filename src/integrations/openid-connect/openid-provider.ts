import * as client from 'openid-client';
import type {
  SignOnAnswer,
  SignOnProvider,
  SignOnRequest,
} from '#domain/accounts/sign-on/sign-on-settings.ts';
import type { Log } from '#domain/base-context.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { fetchBounded, isUnreachable } from './fetch-bounded.ts';

export interface OpenIdOptions {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: readonly string[];
  log: Pick<Log, 'warn'>;
  /** Milliseconds for each request. */
  requestMs?: number;
}

/**
 * The provider of single sign-on, by OpenID Connect. Requests go to the configured issuer and to the endpoints
 * that it names, without redirects. The issuer is asked what it supports at the first use, and then every hour.
 */
export function createOpenIdProvider(options: OpenIdOptions): SignOnProvider {
  const discover = createDiscovery(options);
  const { log } = options;

  return {
    async createUrl({ redirectUri, state, nonce, codeVerifier, isFresh }: SignOnRequest) {
      const config = await discover();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: options.scopes.join(' '),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(isFresh && { max_age: '0', prompt: 'login' }),
      });
      return url.href;
    },
    async check() {
      await discover();
    },
    async redeem(answer: SignOnAnswer) {
      const config = await discover();
      try {
        return await readAnswer(config, options.issuer, answer);
      } catch (error) {
        const { code, message } = describe(error);
        if (code === 'access_denied') throw new AppError('sign-on-cancelled');
        log.warn({ code, reason: message }, 'a single sign-on failed');
        throw new AppError(isUnreachable(error) ? 'sign-on-unavailable' : 'sign-on-failed');
      }
    },
  };
}

/** Exchanges the code for the claims of the ID token and of the user info, if the provider has it. */
async function readAnswer(
  config: client.Configuration,
  issuer: string,
  { search, redirectUri, state, nonce, codeVerifier }: SignOnAnswer,
): Promise<Record<string, unknown>> {
  const url = new URL(redirectUri);
  url.search = search;
  const tokens = await client.authorizationCodeGrant(config, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  // Some providers have issuers that depend on the person. An identity is of the configured one only.
  if (!claims || new URL(claims.iss).href !== issuer) throw new Error('another issuer');
  const details = config.serverMetadata().userinfo_endpoint
    ? await client.fetchUserInfo(config, tokens.access_token, claims.sub)
    : {};
  return { ...details, ...claims };
}

/** Reads what the provider supports, once for many uses. After a failure it is not asked again for some seconds. */
function createDiscovery(options: OpenIdOptions): () => Promise<client.Configuration> {
  const { discoveryMs, discoveryRetryMs } = signOnConstants;
  let known: { config: Promise<client.Configuration>; until: number } | null = null;

  return () => {
    const now = performance.now();
    if (known && now < known.until) return known.config;
    const config = discover(options);
    const entry = { config, until: now + discoveryMs };
    known = entry;
    config.catch(() => {
      entry.until = performance.now() + discoveryRetryMs;
    });
    return config;
  };
}

/** @throws AppError `sign-on-unavailable`. */
async function discover(options: OpenIdOptions): Promise<client.Configuration> {
  try {
    return await requestDiscovery(options);
  } catch (error) {
    const { log, issuer } = options;
    log.warn({ ...describe(error), issuer }, 'the single sign-on provider cannot be used');
    throw new AppError('sign-on-unavailable');
  }
}

/** Asks the issuer what it supports. Rejects with the errors of the library. */
export function requestDiscovery({
  issuer,
  clientId,
  clientSecret,
  requestMs = signOnConstants.requestMs,
}: Omit<OpenIdOptions, 'log' | 'scopes'>): Promise<client.Configuration> {
  // The owner of the site chose the issuer, which may be a machine of the same network without https.
  const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
  return client.discovery(new URL(issuer), clientId, clientSecret, authenticate(clientSecret), {
    // The signature of the ID token is checked too, also over https.
    execute: [...insecure, client.enableNonRepudiationChecks],
    timeout: requestMs / 1000,
    [client.customFetch]: fetchBounded,
  });
}

/** Sends the secret in the header, the default of the specification, unless the provider accepts only the body. */
function authenticate(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, clientMetadata, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const auth = supported.includes('client_secret_basic') ? basic : post;
    return auth(server, clientMetadata, body, headers);
  };
}

/** The provider's error code and a message. Neither has codes, tokens or secrets. */
function describe(error: unknown): { code: string | null; message: string } {
  if (!(error instanceof Error)) return { code: null, message: 'unknown error' };
  const code =
    'error' in error && typeof error.error === 'string'
      ? error.error
      : 'code' in error && typeof error.code === 'string'
        ? error.code
        : null;
  return { code, message: error.message.slice(0, 200) };
}
