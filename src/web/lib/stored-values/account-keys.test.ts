import { expect, test } from 'vitest';
import { isKeyOfAccount } from './account-keys.ts';
import { createLogoutCookie, readLogoutCookie } from './logout-cookie.ts';

test.each(['draft:ada:discussion', 'viewed:ada', 'unsent:ada:bob', 'playing', 'reward-greeted'])(
  'the value of %s goes when ada logs out',
  (key) => expect(isKeyOfAccount(key, 'ada')).toBe(true),
);

test.each(['theme', 'viewed', 'viewed:ada2', 'draft:ada2:discussion', 'unsent:bob:ada', 'push'])(
  'the value of %s stays when ada logs out',
  (key) => expect(isKeyOfAccount(key, 'ada')).toBe(false),
);

test('the cookie of a logout names the account', () => {
  const header = createLogoutCookie('ada', 'https://guildhall.example');
  expect(header).toMatch(/^logged-out=ada; Path=\/; .*; Secure$/);
  expect(readLogoutCookie(`a=b; ${header.split(';')[0]}`)).toBe('ada');
  expect(readLogoutCookie('')).toBeNull();
  expect(readLogoutCookie('logged-out=%')).toBeNull();
});
