import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { apiSessionConstants } from '#shared/constants/accounts.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { createTokens } from './tokens.ts';

const secret = 'a secret of more than thirty-two characters';
const session = {
  apiUserId: '65f000000000000000000001',
  sessionId: '0b5e5f2e-5a9b-4a3c-9e57-3f6f0f8f2d11',
  deviceId: '65f000000000000000000002',
  anonymous: false,
};

function createTestTokens() {
  const clock = createClock();
  return { clock, tokens: createTokens({ secret, clock }) };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The parts of a token, as an attacker sees them. */
function splitToken(token: string) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { header, payload, signature, claims };
}

describe('a token of the Realm API', () => {
  test('contains the session, for everyone who has the secret', () => {
    const { clock, tokens } = createTestTokens();
    const again = createTokens({ secret, clock });
    expect(again.readAccess(tokens.issueAccess(session))).toEqual(session);
    expect(again.readRefresh(tokens.issueRefresh(session))).toEqual(session);
  });

  test('has the claims that clients read, and no data of the account', () => {
    const { clock, tokens } = createTestTokens();
    const { claims } = splitToken(tokens.issueAccess(session));
    const iat = clock.now().getTime() / 1000;
    expect(claims).toEqual({
      typ: 'access',
      sub: session.apiUserId,
      sid: session.sessionId,
      baas_device_id: session.deviceId,
      anonymous: false,
      user_data: {},
      iat,
      exp: iat + 30 * 60,
    });
  });

  test('is not accepted as a token of the other kind', () => {
    const { tokens } = createTestTokens();
    expect(tokens.readAccess(tokens.issueRefresh(session))).toBeNull();
    expect(tokens.readRefresh(tokens.issueAccess(session))).toBeNull();
  });

  test('expires to the second: an access token after 30 minutes, a refresh token after 60 days', () => {
    const { clock, tokens } = createTestTokens();
    const [access, refresh] = [tokens.issueAccess(session), tokens.issueRefresh(session)];
    clock.advance(apiSessionConstants.accessTokenMs - 1);
    expect(tokens.readAccess(access)).toEqual(session);
    clock.advance(1);
    expect(tokens.readAccess(access)).toBeNull();
    clock.advance(apiSessionConstants.refreshTokenMs - apiSessionConstants.accessTokenMs - 1);
    expect(tokens.readRefresh(refresh)).toEqual(session);
    clock.advance(1);
    expect(tokens.readRefresh(refresh)).toBeNull();
  });

  test('of an anonymous session does not expire if it is a refresh token', () => {
    const { clock, tokens } = createTestTokens();
    const anonymous = { ...session, anonymous: true };
    const refresh = tokens.issueRefresh(anonymous);
    clock.advance(20 * 365 * 24 * 60 * 60 * 1000);
    expect(tokens.readRefresh(refresh)).toEqual(anonymous);
    expect(splitToken(refresh).claims).not.toHaveProperty('exp');
  });

  test('of another server is rejected', () => {
    const { clock, tokens } = createTestTokens();
    const other = createTokens({ secret: secret.toUpperCase(), clock });
    expect(tokens.readAccess(other.issueAccess(session))).toBeNull();
  });

  test('is not signed with the same key as cookies', () => {
    const { tokens } = createTestTokens();
    const { header, payload } = splitToken(tokens.issueAccess(session));
    const signature = createHmac('sha256', secret).update(`${header}.${payload}`);
    const forged = `${header}.${payload}.${signature.digest('base64url')}`;
    expect(tokens.readAccess(forged)).toBeNull();
  });

  const forgeries: [name: string, forge: (token: string) => string][] = [
    ['no signature', (token) => token.split('.').slice(0, 2).join('.')],
    ['an empty signature', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
    [
      'a signature with a changed bit',
      (token) => token.replace(/.$/, (c) => (c === 'A' ? 'Q' : 'A')),
    ],
    [
      'another user',
      (token) => {
        const { header, claims, signature } = splitToken(token);
        return `${header}.${encode({ ...claims, sub: 'f'.repeat(24) })}.${signature}`;
      },
    ],
    [
      'the algorithm none',
      (token) => `${encode({ alg: 'none', typ: 'JWT' })}.${splitToken(token).payload}.`,
    ],
    [
      'the algorithm none and the signature',
      (token) => {
        const { payload, signature } = splitToken(token);
        return `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`;
      },
    ],
    [
      'a header with the location of a key',
      (token) => {
        const { payload, signature } = splitToken(token);
        return `${encode({ alg: 'HS256', typ: 'JWT', kid: '../../dev/null' })}.${payload}.${signature}`;
      },
    ],
    ['a part too many', (token) => `${token}.x`],
    ['nothing', () => ''],
    ['what a client sends that has none', () => 'null'],
    ['no text that could be one', () => '\0..\u{1F600}'],
    ['a million characters', (token) => token + 'a'.repeat(1_000_000)],
  ];
  test.each(forgeries)('is rejected with %s', (_, forge) => {
    const { tokens } = createTestTokens();
    expect(tokens.readAccess(forge(tokens.issueAccess(session)))).toBeNull();
    expect(tokens.readRefresh(forge(tokens.issueRefresh(session)))).toBeNull();
  });
});
