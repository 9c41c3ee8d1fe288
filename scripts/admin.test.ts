import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  encryptionKeys,
  moderationLog,
  passkeys,
  recoveryCodes,
  requestedEmails,
  secrets,
  totpFactors,
  users,
} from '#database/schema.ts';
import { createEncryption } from '#domain/secrets/encryption.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { callCommand, runScript } from '#test/fixtures/operator-commands.ts';
import { changeSite } from './operator/change-site.ts';

const database = useDatabase();
const usage =
  'Usage: npm run admin -- USERNAME | --remove-factors USERNAME | --rotate-secret [--end-earlier] | --encrypt-again | --new-push-keys';
let dataDir = '';

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-admin-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const admin = (args: string[], settings: Record<string, string> = {}) =>
  callCommand(changeSite, { database, dataDir, args, settings });
const runAdmin = (...args: string[]) => runScript('scripts/admin.ts', { database, dataDir, args });

describe('npm run admin', () => {
  it('makes an account an admin once and logs that the operator did it', async () => {
    const player = await createPlayer(database.db);
    const made = await runAdmin(player.username.toUpperCase());
    expect(made).toEqual({ code: 0, out: `${player.username} is an admin now.`, err: '' });
    const [row] = await database.db.select().from(users).where(eq(users.id, player.id));
    expect(row?.role).toBe('admin');
    const again = await runAdmin(player.username);
    expect(again).toEqual({ code: 1, out: '', err: `${player.username} is an admin already.` });
    const log = await database.db
      .select()
      .from(moderationLog)
      .where(eq(moderationLog.targetId, player.id));
    expect(log).toMatchObject([
      { moderatorId: null, act: 'give-role', details: { from: 'player', to: 'admin' } },
    ]);
  });

  it('replaces the secret, and ends what the earlier secrets signed if asked', async () => {
    await database.db.insert(secrets).values({ value: 'a'.repeat(43), createdAt: new Date() });
    const rotated = await admin(['--rotate-secret']);
    expect(rotated).toMatchObject({ code: 0, err: '' });
    expect(await database.db.$count(secrets)).toBe(2);
    const ended = await admin(['--rotate-secret', '--end-earlier']);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(await database.db.$count(secrets)).toBe(1);
    const refused = await admin(['--rotate-secret'], { GUILDHALL_SECRET: 'b'.repeat(43) });
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('GUILDHALL_SECRET') });
    expect(await database.db.$count(secrets)).toBe(1);
  });

  it('encrypts stored secrets with the newest secret, and says which it cannot read', async () => {
    const { db } = database;
    const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(43));
    const player = await createPlayer(db);
    const { text, keyId } = createEncryption([first ?? '']).encrypt('SECRET', player.id);
    await db
      .insert(totpFactors)
      .values({ userId: player.id, secret: text, keyId, createdAt: new Date() });
    await db.delete(encryptionKeys);
    await db.insert(encryptionKeys).values({ keyId, changedAt: new Date() });
    const lost = await admin(['--encrypt-again'], { GUILDHALL_SECRET: `${third}` });
    expect(lost).toMatchObject({ code: 1, out: '' });
    const done = await admin(['--encrypt-again'], { GUILDHALL_SECRET: `${second},${first}` });
    expect(done).toMatchObject({ code: 0, err: '' });
    expect(done.out).toContain('1 secrets of authenticator apps, 0 keys of games');
    expect(done.out).toContain('Nothing is encrypted with an earlier secret any more.');
    const [factor] = await db.select().from(totpFactors);
    const stored = { text: factor?.secret ?? '', keyId: factor?.keyId ?? '' };
    expect(createEncryption([second ?? '']).decrypt(stored, player.id)).toBe('SECRET');
    await db.delete(totpFactors);
  });

  it('deletes the keys of push notifications', async () => {
    const done = await admin(['--new-push-keys']);
    expect(done).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Restart') });
  });

  it('removes all factors and passkeys of an account, which is logged and mailed', async () => {
    const { db } = database;
    const { id: userId, username } = await createPlayer(db);
    const other = await createPlayer(db);
    const createdAt = new Date();
    const credential = { publicKey: 'key', counter: 0, name: 'Laptop', createdAt };
    for (const owner of [userId, other.id]) {
      const app = { userId: owner, secret: 'secret', keyId: 'key', createdAt };
      await db.insert(totpFactors).values({ ...app, confirmedAt: createdAt });
      await db.insert(recoveryCodes).values({ userId: owner, hash: `hash of ${owner}` });
      await db.insert(passkeys).values({ userId: owner, credentialId: owner, ...credential });
    }
    const removed = await admin(['--remove-factors', username.toUpperCase()]);
    const out = `${username} has no second factor and no passkey any more. A mail tells the owner.`;
    expect(removed).toEqual({ code: 0, out, err: '' });
    for (const table of [totpFactors, recoveryCodes, passkeys]) {
      expect(await db.$count(table, eq(table.userId, userId))).toBe(0);
      expect(await db.$count(table, eq(table.userId, other.id))).toBe(1);
    }
    const log = await db.select().from(moderationLog).where(eq(moderationLog.targetId, userId));
    expect(log).toMatchObject([{ moderatorId: null, act: 'remove-factors' }]);
    const mails = await db.select().from(requestedEmails);
    expect(mails).toMatchObject([
      { kind: 'factors-removed', email: `${username.toLowerCase()}@example.test` },
    ]);
    // A passkey alone is removed too.
    await db.insert(passkeys).values({ userId, credentialId: 'another', ...credential });
    expect(await admin(['--remove-factors', username])).toMatchObject({ code: 0, out });
    expect(await db.$count(passkeys, eq(passkeys.userId, userId))).toBe(0);
  });

  it('prints the reason when it cannot make the account an admin', async () => {
    const { db } = database;
    const guest = await createPlayer(db, { role: 'guest' });
    const suspended = await createPlayer(db);
    await db.update(users).set({ banned: true }).where(eq(users.id, suspended.id));
    const tries: [string[], Record<string, string>, string][] = [
      [['nobody-here'], {}, 'There is no account named nobody-here.'],
      [[guest.username], {}, `${guest.username} is a guest and has to register first.`],
      [
        [suspended.username],
        {},
        `${suspended.username} is suspended and has to be restored first.`,
      ],
      [[], {}, usage],
      [['one', 'two'], {}, usage],
      [['--remove-factors'], {}, usage],
      [['--new-push-keys', 'one'], {}, usage],
      [['--remove-factors', 'nobody-here'], {}, 'There is no account named nobody-here.'],
      [['--remove-factors', guest.username], {}, `${guest.username} has no second factor.`],
      [['one'], { DATABASE_URL: '' }, `There is no database under ${dataDir}.`],
    ];
    for (const [names, settings, err] of tries) {
      expect(await admin(names, settings)).toEqual({ code: 1, out: '', err });
    }
  });
});
