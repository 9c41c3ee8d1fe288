import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { callFunction } from '#api/realm/functions/call-function.ts';
import { users } from '#database/schema.ts';
import { asciiSkeleton } from '#shared/format/names.ts';
import { registerInput } from '#shared/schemas/accounts.ts';
import { editProfileInput } from '#shared/schemas/profiles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';
import { newcomer } from '#test/fixtures/new-account.ts';
import { signedIn } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web.ts';
import { mixesScripts } from './name-skeleton.ts';
import { register } from './register.ts';
import { usernameSkeleton } from './username-skeleton.ts';

const database = useDatabase();

/** Names that are refused for a player while `Michael` and `Ada` play here. */
const refused = [
  ['Admin', 'reserved'],
  ['Аdmin', 'alphabet'],
  ['Ａｄｍｉｎ', 'reserved'],
  ['ⓐⓓⓜⓘⓝ', 'reserved'],
  ['★ Admin ★', 'reserved'],
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

const allowed = [
  'José 😀',
  '山田太郎',
  'Иван',
  'محمد',
  'Jean-Luc',
  '한글 이름',
  'タロウ山田',
  "O'Neill",
];

async function scene() {
  const web = createWeb(database.db);
  await createPlayer(database.db, { username: 'Michael' }).catch(() => undefined);
  await createPlayer(database.db, { username: 'Ada' }).catch(() => undefined);
  const actor = await createPlayer(database.db);
  const nameNow = async () => {
    const [row] = await database.db
      .select({ name: users.name })
      .from(users)
      .where(sql`${users.id} = ${actor.id}`);
    return row?.name;
  };
  return { web, actor, nameNow, player: await signedIn(web, actor.id) };
}

test('the form refuses names that could be taken for others, and keeps those of every language', async () => {
  const { actor, player, nameNow } = await scene();
  for (const [name, why] of refused) {
    const answer = await player.post('/profile/edit', { name, description: '', profilePic: '' });
    expect([name, answer.status]).toEqual([name, 400]);
    expect(await textOf(answer)).toContain(why);
    expect(await nameNow()).toBe(actor.name);
  }
  for (const name of allowed) {
    const answer = await player.post('/profile/edit', { name, description: '', profilePic: '' });
    expect([name, answer.status]).toEqual([name, 200]);
    expect(await nameNow()).toBe(name);
  }
});

test('the function updateUser refuses them alike', async () => {
  const { web, actor, nameNow } = await scene();
  const caller = {
    appUserId: '65f000000000000000000001',
    sessionId: actor.sessionId,
    deviceId: '65f000000000000000000002',
    anonymous: true,
    accountId: null,
    apiKeyId: null,
    actor,
  };
  for (const [name] of refused) {
    const args = [{ username: actor.username, name }];
    await expect(
      callFunction(createTestCtx(web.ctx.db), { name: 'updateUser', args, caller }),
    ).rejects.toMatchObject({ code: 'FunctionExecutionError' });
    expect(await nameNow()).toBe(actor.name);
  }
});

test('a username that looks like another is taken; the player who has it registers and logs in as ever', async () => {
  const ctx = createTestCtx(database.db);
  await register(ctx, { ...newcomer(), username: 'Wilhelmina' });
  for (const username of ['WiIhelmina', 'Wi1helmina', 'wilhelrnina']) {
    await expect(register(ctx, { ...newcomer(), username })).rejects.toMatchObject({
      code: 'username-taken',
    });
  }
  await register(ctx, { ...newcomer(), username: 'Wilhelm' });
  for (const username of ['root', 'Supp0rt', 'guildhall-team', 'adm1n']) {
    expect(registerInput.safeParse({ ...newcomer(), username }).success).toBe(false);
  }
});

test('of players who register names that look alike at the same moment one gets theirs', async () => {
  const ctx = createTestCtx(database.db);
  const alike = ['Theodore', 'Theod0re', 'theodore', 'TheodOre'];
  const results = await Promise.allSettled([
    ...alike.map((username) => register(ctx, { ...newcomer(), username })),
    ...alike.map(async (username) => {
      const actor = await createPlayer(database.db, { role: 'guest' });
      return register({ ...ctx, actor }, { ...newcomer(), username });
    }),
  ]);
  const refusals = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason.code] : [],
  );
  expect(refusals).toEqual(Array(alike.length * 2 - 1).fill('username-taken'));
});

test('two players may show the same ordinary name, which is nobody’s username', async () => {
  const { web } = await scene();
  for (const _ of ['one', 'another']) {
    const player = await signedIn(web, (await createPlayer(database.db)).id);
    const form = { name: 'Rosalind', description: '', profilePic: '' };
    expect((await player.post('/profile/edit', form)).status).toBe(200);
  }
});

test('a moderator may show it, and everybody the own username', async () => {
  const { web } = await scene();
  for (const [role, name] of [
    ['moderator', 'Moderator Mary'],
    ['admin', 'Guildhall'],
  ] as const) {
    const member = await signedIn(web, (await createPlayer(database.db, { role })).id);
    const form = { name, description: '', profilePic: '' };
    expect((await member.post('/profile/edit', form)).status).toBe(200);
  }
  const actor = await createPlayer(database.db, { username: 'Official_9' });
  const own = await signedIn(web, actor.id);
  const form = { name: 'Official_9', description: '', profilePic: '' };
  expect((await own.post('/profile/edit', form)).status).toBe(200);
});

test('a description loses what turns the direction of the text around it', () => {
  const edit = editProfileInput.parse({ description: 'a\u202eb\u2066c\u200fd\u061ce' });
  expect(edit.description).toBe('abcde');
});

test('scripts that no language writes together are seen, in one word only', () => {
  expect(mixesScripts('pаypal')).toBe(true);
  expect(mixesScripts('Иван Ivan')).toBe(false);
  expect(mixesScripts('東京タワーtower')).toBe(false);
});

test('the database knows the skeletons of usernames as the code does', async () => {
  const username = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9_-]{2,19}$/);
  await fc.assert(
    fc.asyncProperty(username, async (name) => {
      const { rows } = await database.db.execute(
        sql`select ${usernameSkeleton(sql`${name}::text`)} as skeleton`,
      );
      expect(rows[0]?.skeleton).toBe(asciiSkeleton(name));
    }),
    { numRuns: 200 },
  );
});
