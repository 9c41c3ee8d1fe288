import { expect, test } from 'vitest';
import stored from '#domain/accounts/passwords/common-passwords.json' with { type: 'json' };
import { listCommonPasswords } from './common-passwords.ts';

test('the list of common passwords is that of the installed package', () => {
  expect(stored).toEqual(listCommonPasswords());
});
