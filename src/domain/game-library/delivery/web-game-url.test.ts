import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeys, createKeysOf } from '../../secrets/keys.ts';
import { createWebGameToken, readWebGameToken } from './web-game-url.ts';

const secret = 'a secret of more than 32 characters, for tests';
const keys = createKeysOf(secret);
const now = new Date('2026-11-28T10:00:00Z');
const create = (fileId = randomUUID(), userId = randomUUID()) => ({
  fileId,
  userId,
  token: createWebGameToken(keys, { fileId, userId }, now),
});

test('an address names content and player, and shows neither of them', async () => {
  const { token, fileId, userId } = create();
  expect(token).toMatch(/^[\w-]{88}$/);
  expect(await readWebGameToken(keys, token, now)).toEqual({
    fileId,
    userId,
    expiresAt: new Date('2026-11-28T18:00:00Z'),
  });
  const bytes = Buffer.from(token, 'base64url').toString('hex');
  for (const id of [fileId, userId])
    for (let start = 0; start < 4; start += 1)
      expect(bytes).not.toContain(id.replaceAll('-', '').slice(start * 8, start * 8 + 8));
});

test('an address stays the same for six hours, also after a newer secret was read', async () => {
  const { token, fileId, userId } = create();
  const later = new Date('2026-11-28T11:59:59Z');
  expect(createWebGameToken(keys, { fileId, userId }, later)).toBe(token);
  expect(createWebGameToken(keys, { fileId, userId }, new Date('2026-11-28T12:00:01Z'))).not.toBe(
    token,
  );
  const newer = 'a newer secret of more than 32 characters';
  const both = createKeys({ all: [newer, secret], current: newer });
  expect(await readWebGameToken(both, token, later)).toMatchObject({ fileId, userId });
  expect(await readWebGameToken(createKeysOf(newer), token, later)).toBeNull();
});

test('two addresses of one player or of one game have nothing in common', () => {
  const { fileId, userId, token } = create();
  const others = [create(fileId), create(randomUUID(), userId)].map((one) => one.token);
  const partsOf = (text: string) => text.match(/.{8}/g) ?? [];
  for (const other of others)
    expect(partsOf(token).filter((part) => other.includes(part))).toEqual([]);
});

test('no address that was changed in one place works', async () => {
  const { token } = create();
  for (let place = 0; place < token.length; place += 1) {
    const letter = token[place] === 'A' ? 'B' : 'A';
    const changed = token.slice(0, place) + letter + token.slice(place + 1);
    expect(await readWebGameToken(keys, changed, now)).toBeNull();
  }
  for (const text of ['', token.slice(1), `${token}A`, `${token}=`, token.replace(/.$/, '+')])
    expect(await readWebGameToken(keys, text, now)).toBeNull();
});

test('nonces differ whenever the content does', () => {
  const { fileId, userId } = create();
  const nonceAt = (hours: number) => {
    const at = new Date(now.getTime() + hours * 60 * 60_000);
    return createWebGameToken(keys, { fileId, userId }, at).slice(0, 16);
  };
  const nonces = Array.from({ length: 100 }, (_, index) => nonceAt(index * 6));
  expect(new Set(nonces).size).toBe(100);
});
