import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKeysOf } from '#domain/secrets/keys.ts';
import { apiSessionConstants } from '#shared/constants/accounts/api-sessions.ts';
import { createClock } from '#test/fixtures/factories.ts';
import { createTokens } from './tokens.ts';

const secret = 'a secret of more than thirty-two characters';
const session = {
  apiUserId: '65f000000000000000000001',
  sessionId: '0b5e5f2e-5a9b-4a3c-9e57-3f6f0f8f2d11',
  deviceId: '65f000000000000000000002',
  anonymous: false,
};

/** A refresh token that an earlier version signed with `node:crypto`. */
const issuedBefore =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ0eXAiOiJyZWZyZXNoIiwic3ViIjoiNjVmMDAwMDAwMDAwMDAwM' +
  'DAwMDAwMDAxIiwic2lkIjoiMGI1ZTVmMmUtNWE5Yi00YTNjLTllNTctM2Y2ZjBmOGYyZDExIiwiYW5vbnltb3VzIjp' +
  'mYWxzZSwiYmFhc19kZXZpY2VfaWQiOiI2NWYwMDAwMDAwMDAwMDAwMDAwMDAwMDIiLCJ1c2VyX2RhdGEiOnt9LCJpY' +
  'XQiOjE3NzM0ODk2MDAsImV4cCI6MTc3ODY3MzYwMH0.9Zgtwbfq4xxXxIYm0w1vA3Bf-lqR0GFM2O9fLX3nqxE';

function createTestTokens() {
  const clock = createClock();
  return { clock, tokens: createTokens({ keys: createKeysOf(secret), clock }) };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The parts of a token, as an attacker sees them. */
function splitToken(token: string) {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { header, payload, signature, claims };
}

describe('a token of the Realm API', () => {
  test('contains the session, for everyone who has the secret', async () => {
    const { clock, tokens } = createTestTokens();
    const again = createTokens({ keys: createKeysOf(secret), clock });
    expect(await again.readAccess(await tokens.issueAccess(session))).toEqual(session);
    expect(await again.readRefresh(await tokens.issueRefresh(session))).toEqual(session);
  });

  test('has the claims that clients read, and no data of the account', async () => {
    const { clock, tokens } = createTestTokens();
    const { claims } = splitToken(await tokens.issueAccess(session));
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

  test('is not accepted as a token of the other kind', async () => {
    const { tokens } = createTestTokens();
    expect(await tokens.readAccess(await tokens.issueRefresh(session))).toBeNull();
    expect(await tokens.readRefresh(await tokens.issueAccess(session))).toBeNull();
  });

  test('expires to the second: an access token after 30 minutes, a refresh token after 60 days', async () => {
    const { clock, tokens } = createTestTokens();
    const [access, refresh] = [
      await tokens.issueAccess(session),
      await tokens.issueRefresh(session),
    ];
    clock.advance(apiSessionConstants.accessTokenMs - 1);
    expect(await tokens.readAccess(access)).toEqual(session);
    clock.advance(1);
    expect(await tokens.readAccess(access)).toBeNull();
    clock.advance(apiSessionConstants.refreshTokenMs - apiSessionConstants.accessTokenMs - 1);
    expect(await tokens.readRefresh(refresh)).toEqual(session);
    clock.advance(1);
    expect(await tokens.readRefresh(refresh)).toBeNull();
  });

  test('of an anonymous session does not expire if it is a refresh token', async () => {
    const { clock, tokens } = createTestTokens();
    const anonymous = { ...session, anonymous: true };
    const refresh = await tokens.issueRefresh(anonymous);
    clock.advance(20 * 365 * 24 * 60 * 60 * 1000);
    expect(await tokens.readRefresh(refresh)).toEqual(anonymous);
    expect(splitToken(refresh).claims).not.toHaveProperty('exp');
  });

  test('of another server is rejected', async () => {
    const { clock, tokens } = createTestTokens();
    const other = createTokens({ keys: createKeysOf(secret.toUpperCase()), clock });
    expect(await tokens.readAccess(await other.issueAccess(session))).toBeNull();
  });

  test('that the server issued before it used a library is valid', async () => {
    const { tokens } = createTestTokens();
    expect(await tokens.readRefresh(issuedBefore)).toEqual(session);
  });

  test('is not signed with the same key as cookies', async () => {
    const { tokens } = createTestTokens();
    const { header, payload } = splitToken(await tokens.issueAccess(session));
    const signature = createHmac('sha256', secret).update(`${header}.${payload}`);
    const forged = `${header}.${payload}.${signature.digest('base64url')}`;
    expect(await tokens.readAccess(forged)).toBeNull();
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
  test.each(forgeries)('is rejected with %s', async (_, forge) => {
    const { tokens } = createTestTokens();
    expect(await tokens.readAccess(forge(await tokens.issueAccess(session)))).toBeNull();
    expect(await tokens.readRefresh(forge(await tokens.issueRefresh(session)))).toBeNull();
  });
});
