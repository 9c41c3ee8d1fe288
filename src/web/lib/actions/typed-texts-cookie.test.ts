import { expect, it } from 'vitest';
import type { Actor } from '#domain/actor.ts';
import { deleteTypedTexts, readTypedTexts, saveTypedTexts } from './typed-texts-cookie.ts';

const owner = { id: 'one' } as Actor;
const url = 'http://localhost/settings/account/email';
const withCookie = (path: string, cookie: string) =>
  new Request(`http://localhost${path}`, { headers: { Cookie: cookie } });
const toCookie = (header: string) => header.split(';')[0] ?? '';
const encode = (value: unknown) =>
  `typed-texts=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;

it('gives texts back to the form and the account that typed them', () => {
  const cookie = toCookie(saveTypedTexts(new Request(url), owner, { email: 'a@example.test' }));
  const read = (path: string, actor = owner) => readTypedTexts(withCookie(path, cookie), actor);
  expect(read('/settings/account/email')).toEqual({ email: 'a@example.test' });
  expect(read('/settings/account/email.data')).toEqual({ email: 'a@example.test' });
  expect(read('/settings/applications/new-key')).toEqual({});
  expect(read('/settings/account/email', { id: 'two' } as Actor)).toEqual({});
});

it('keeps long texts short, and is sent over https only where the site is', () => {
  const header = saveTypedTexts(new Request('https://guildhall.example/settings'), owner, {
    email: 'x'.repeat(100_000),
  });
  expect(header.length).toBeLessThan(800);
  expect(header).toMatch(/; Secure$/);
});

it.each([
  'typed-texts=',
  'typed-texts=%%%',
  'typed-texts=bnVsbA',
  encode({ account: 'one', path: '/settings/account/email', texts: { email: 7 } }),
  encode({ account: 'one', path: '/settings/account/email', texts: { email: 'x'.repeat(400) } }),
  'another=1',
])('ignores the forged cookie %s', (cookie) => {
  expect(readTypedTexts(withCookie('/settings/account/email', cookie), owner)).toEqual({});
});

it('deletes the cookie only when there is one', () => {
  expect(deleteTypedTexts(new Request(url))).toBeNull();
  expect(deleteTypedTexts(withCookie('/settings', 'typed-texts=abc'))).toContain('Max-Age=0');
});

it.each([
  ['/admin/registration/new-invitation.data', '/admin/registration'],
  ['/settings', '/'],
  ['/profile/a;Domain=evil.example/moderation', '/profile/a%3BDomain=evil.example'],
])('goes from %s only to the folder %s', (path, folder) => {
  const header = saveTypedTexts(new Request(`http://localhost${path}`), owner, {});
  expect(header.split('; ')).toContain(`Path=${folder}`);
  expect(header.match(/;/g)).toHaveLength(4);
});
