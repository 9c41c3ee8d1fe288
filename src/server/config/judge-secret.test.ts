import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { judgeSecret } from './open-encryption.ts';

const DATABASE_URL = 'postgresql://db.example/guildhall';
const random = randomBytes(32).toString('base64url');

test.each([
  ['good', { GUILDHALL_SECRET: [], DATABASE_URL: undefined }],
  ['good', { GUILDHALL_SECRET: [random, 'a'.repeat(32)], DATABASE_URL }],
  ['missing', { GUILDHALL_SECRET: [], DATABASE_URL }],
  ['weak', { GUILDHALL_SECRET: ['ab'.repeat(16)], DATABASE_URL }],
  ['weak', { GUILDHALL_SECRET: [`${random}-change-me`], DATABASE_URL }],
])('the secret is %s with %j', (strength, settings) => {
  expect(judgeSecret(settings)).toBe(strength);
});
