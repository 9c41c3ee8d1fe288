import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type OidcContext } from 'oidc-provider';

export const openIdClient = { clientId: 'guildhall', clientSecret: 'a secret of the client' };

/** The claims about a person, with `sub`. */
export type Person = Record<string, unknown> & { sub: string };

interface OpenIdOptions {
  /** The URLs to which browsers may be sent back. */
  redirectUris?: string[];
  /** Whether a person logs in on the pages of the provider. Otherwise `person` is logged in at once. */
  hasPages?: boolean;
}

export interface OpenIdServer {
  issuer: string;
  /** Who logs in next. Null: somebody who refuses. */
  person: Person | null;
  /** How requests are answered: as usual, never, with an error, or with more bytes than anybody reads. */
  mode: 'normal' | 'silent' | 'error' | 'endless';
  /** The paths of the requests. */
  requests: string[];
  close(): Promise<void>;
}

/** Starts a real OpenID Connect provider on a free port. */
export async function startOpenIdServer({
  redirectUris = ['http://localhost:3000/login/sign-on/callback'],
  hasPages = false,
}: OpenIdOptions = {}): Promise<OpenIdServer> {
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const people = new Map<string, Person>();
  const server: OpenIdServer = {
    issuer,
    person: { sub: randomUUID() },
    mode: 'normal',
    requests: [],
    close: () => close(http),
  };
  const provider = createProvider(issuer, { redirectUris, hasPages }, (sub) =>
    hasPages ? { sub, preferred_username: sub, email: `${sub}@id.example` } : people.get(sub),
  );
  const handle = provider.callback();
  http.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    server.requests.push(pathname);
    if (server.mode === 'silent') return;
    if (server.mode === 'error') {
      response.writeHead(503).end();
      return;
    }
    if (server.mode === 'endless') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      const chunk = Buffer.alloc(64 * 1024, ' ');
      const write = () => response.destroyed || response.write(chunk, write);
      write();
      return;
    }
    if (hasPages || !pathname.startsWith('/interaction/')) {
      handle(request, response);
      return;
    }
    const { person } = server;
    if (person) people.set(person.sub, person);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    void provider.interactionFinished(request, response, result);
  });
  return server;
}

function createProvider(
  issuer: string,
  { redirectUris, hasPages }: Required<OpenIdOptions>,
  findPerson: (sub: string) => Person | undefined,
): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid: 'test' };
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: openIdClient.clientId,
        client_secret: openIdClient.clientSecret,
        redirect_uris: redirectUris,
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [key] },
    cookies: { keys: ['a secret of the provider'] },
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'nickname'],
      email: ['email', 'email_verified'],
      roles: ['groups', 'realm_access'],
    },
    scopes: ['openid', 'profile', 'email', 'roles'],
    features: { devInteractions: { enabled: hasPages } },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 600 },
    ...(!hasPages && { interactions: { url: () => `/interaction/${randomUUID()}` } }),
    findAccount: (_ctx: unknown, sub: string) => {
      const person = findPerson(sub);
      return person && { accountId: sub, claims: () => person };
    },
    // Nobody is asked what the client may read.
    async loadExistingGrant({ oidc }: OidcContext) {
      const grant = new provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope(oidc.params.scope);
      await grant.save();
      return grant;
    },
  });
  return provider;
}

function close(http: Server): Promise<void> {
  http.closeAllConnections();
  return new Promise((resolve) => http.close(() => resolve()));
}

/** A browser at the provider: it keeps cookies and follows redirects until one leads to another origin. */
export function createProviderBrowser() {
  const cookies = new Map<string, string>();
  return {
    /** Opens a URL of the provider. Returns the URL to which the browser is sent back. */
    async open(start: string): Promise<URL> {
      let url = new URL(start);
      const { origin } = url;
      while (url.origin === origin) {
        const response = await fetch(url, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const header of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
          if (value === '') cookies.delete(name);
          else cookies.set(name, value);
        }
        const location = response.headers.get('Location');
        if (!location)
          throw new Error(
            `The provider answered ${response.status} at ${url.pathname}: ${await response.text()}`,
          );
        url = new URL(location, url);
      }
      return url;
    },
  };
}
