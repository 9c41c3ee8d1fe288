// Similar names: cspell:ignore adrnin ypal hael sumrner rnichael wilhelrnina vvendy lsaac derator officia playerl dmin ragon ildcat ihelmina iice rtal
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import { text } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { siteSettings, users } from '#database/schema.ts';
import { toAsciiSkeleton } from '#shared/format/texts/misleading-names.ts';
import { registerInput } from '#shared/schemas/accounts/accounts.ts';
import { editProfileInput } from '#shared/schemas/profiles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';
import { mixesScripts } from '../../lib/letters/name-skeleton.ts';
import { register } from './register.ts';
import { toUsernameSkeletonSql } from './username-skeleton-sql.ts';

const database = useDatabase();

/** Names that are rejected while players `Michael` and `Ada` exist, with a part of the error text. */
const rejectedNames = [
  ['Admin', 'reserved'],
  ['Аdmin', 'alphabet'],
  ['Ａｄｍｉｎ', 'reserved'],
  ['ⓐⓓⓜⓘⓝ', 'reserved'],
  ['★ Admin ★', 'reserved'],
  ['ᴀᴅᴍɪɴ', 'reserved'],
  ['🅰🅳🅼🅸🅽', 'reserved'],
  ['🅐🅓🅜🅘🅝', 'reserved'],
  ['🇦🇩🇲🇮🇳', 'reserved'],
  ['ᴍɪᴄʜᴀᴇʟ', 'username'],
  ['ɐdmin', 'reserved'],
  ['uᴉɯpɐ', 'reserved'],
  ['ɹoʇɐɹǝpoW', 'reserved'],
  ['ɐpɯᴉu', 'reserved'],
  ['Michɐǝl', 'username'],
  ['lǝɐɥɔᴉW', 'username'],
  ['Guildhall Support', 'reserved'],
  ['Michael', 'username'],
  ['MichaeI', 'username'],
  ['𝕄𝕚𝕔𝕙𝕒𝕖𝕝', 'username'],
  ['Miсhael', 'alphabet'],
  ['αda', 'alphabet'],
  ['\u3164\u3164', 'nobody can see'],
  ['\u2800', 'nobody can see'],
  ['\u115f', 'nobody can see'],
  ['Mich\u200bael', 'nobody can see'],
  ['\u202eleahciM', 'nobody can see'],
] as const;

const allowedNames = [
  'José 😀',
  '山田太郎',
  'Иван',
  'محمد',
  'Jean-Luc',
  '한글 이름',
  'タロウ山田',
  "O'Neill",
  'Kɔfi Ǝmǝ',
];

async function createPlayerWithForm() {
  const web = createWeb(database.db);
  await createPlayer(database.db, { username: 'Michael' }).catch(() => undefined);
  await createPlayer(database.db, { username: 'Ada' }).catch(() => undefined);
  const actor = await createPlayer(database.db);
  const getName = async () => {
    const [row] = await database.db
      .select({ name: users.name })
      .from(users)
      .where(sql`${users.id} = ${actor.id}`);
    return row?.name;
  };
  return { web, actor, getName, player: await createSignedInVisitor(web, actor.id) };
}

test('the profile form rejects names that imitate others and accepts names of every language', async () => {
  const { actor, player, getName } = await createPlayerWithForm();
  for (const [name, why] of rejectedNames) {
    const response = await player.post('/profile/edit', { name, description: '', profilePic: '' });
    expect([name, response.status]).toEqual([name, 400]);
    expect(await textOf(response)).toContain(why);
    expect(await getName()).toBe(actor.name);
  }
  for (const name of allowedNames) {
    const response = await player.post('/profile/edit', { name, description: '', profilePic: '' });
    expect([name, response.status]).toEqual([name, 200]);
    expect(await getName()).toBe(name);
  }
});

test('the function updateUser rejects the same names', async () => {
  const { web, actor, getName } = await createPlayerWithForm();
  const caller = {
    apiUserId: '65f000000000000000000001',
    sessionId: actor.sessionId,
    deviceId: '65f000000000000000000002',
    anonymous: true,
    accountId: null,
    apiKeyId: null,
    keyScopes: null,
    actor,
  };
  for (const [name] of rejectedNames) {
    const args = [{ username: actor.username, name }];
    await expect(
      callFunction(createTestCtx(web.ctx.db), { name: 'updateUser', args, caller }),
    ).rejects.toMatchObject({ code: 'FunctionExecutionError' });
    expect(await getName()).toBe(actor.name);
  }
});

test('a username that looks like another one is taken, and official names are reserved', async () => {
  const ctx = createTestCtx(database.db);
  await register(ctx, { ...generateRegistration(), username: 'Wilhelmina' });
  for (const username of ['WiIhelmina', 'Wi1helmina', 'wilhelrnina']) {
    await expect(register(ctx, { ...generateRegistration(), username })).rejects.toMatchObject({
      code: 'username-taken',
    });
  }
  await register(ctx, { ...generateRegistration(), username: 'Wilhelm' });
  for (const username of ['root', 'Supp0rt', 'guildhall-team', 'adm1n']) {
    expect(registerInput.safeParse({ ...generateRegistration(), username }).success).toBe(false);
  }
});

test('the name of the site is reserved', async () => {
  await database.db.insert(siteSettings).values({ key: 'name', value: 'Chess-Club' });
  const { actor, web, player, getName } = await createPlayerWithForm();
  const edit = (name: string) =>
    player.post('/profile/edit', { name, description: '', profilePic: '' });
  for (const name of ['Chess Club', 'ChessC1ub', 'CHESS CLUB!', '𝕮hess club', 'qnlƆ ssǝɥƆ']) {
    const response = await edit(name);
    expect([name, response.status]).toEqual([name, 400]);
    expect(await textOf(response)).toContain('This name is reserved.');
    expect(await getName()).toBe(actor.name);
  }
  expect((await edit('Chess Club fan')).status).toBe(200);
  await expect(
    register(web.ctx, { ...generateRegistration(), username: 'chess-club' }),
  ).rejects.toMatchObject({ details: { fields: { username: 'This username is reserved.' } } });
});

test('when similar usernames are registered at the same time, one registration succeeds', async () => {
  const ctx = createTestCtx(database.db);
  const alike = ['Theodore', 'Theod0re', 'theodore', 'TheodOre'];
  const results = await Promise.allSettled([
    ...alike.map((username) => register(ctx, { ...generateRegistration(), username })),
    ...alike.map(async (username) => {
      const actor = await createPlayer(database.db, { role: 'guest' });
      return register({ ...ctx, actor }, { ...generateRegistration(), username });
    }),
  ]);
  const errorCodes = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.code] : [],
  );
  expect(errorCodes).toEqual(Array(alike.length * 2 - 1).fill('username-taken'));
});

test('two players can have the same profile name if it is not a username', async () => {
  const { web } = await createPlayerWithForm();
  for (const _ of ['one', 'another']) {
    const player = await createSignedInVisitor(web, (await createPlayer(database.db)).id);
    const form = { name: 'Rosalind', description: '', profilePic: '' };
    expect((await player.post('/profile/edit', form)).status).toBe(200);
  }
});

test('moderators and admins can have official names, and every player can show the own username', async () => {
  const { web } = await createPlayerWithForm();
  for (const [role, name] of [
    ['moderator', 'Moderator Mary'],
    ['admin', 'Guildhall'],
  ] as const) {
    const member = await createSignedInVisitor(web, (await createPlayer(database.db, { role })).id);
    const form = { name, description: '', profilePic: '' };
    expect((await member.post('/profile/edit', form)).status).toBe(200);
  }
  const actor = await createPlayer(database.db, { username: 'Official_9' });
  const own = await createSignedInVisitor(web, actor.id);
  const form = { name: 'Official_9', description: '', profilePic: '' };
  expect((await own.post('/profile/edit', form)).status).toBe(200);
});

test('characters that change the text direction are removed from a description', () => {
  const edit = editProfileInput.parse({ description: 'a\u202eb\u2066c\u200fd\u061ce' });
  expect(edit.description).toBe('abcde');
});

test('scripts that no language combines are detected within one word only', () => {
  expect(mixesScripts('pаypal')).toBe(true);
  expect(mixesScripts('Иван Ivan')).toBe(false);
  expect(mixesScripts('東京タワーtower')).toBe(false);
});

test('the SQL skeleton of a username equals the skeleton in code', async () => {
  const username = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9_-]{2,19}$/);
  await fc.assert(
    fc.asyncProperty(username, async (name) => {
      const [row] = await queryRows<{ skeleton: string }>(
        database.db,
        { skeleton: text },
        sql`select ${toUsernameSkeletonSql(sql`${name}::text`)} as skeleton`,
      );
      expect(row?.skeleton).toBe(toAsciiSkeleton(name));
    }),
    { numRuns: 200 },
  );
});
