import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { moderationLog, undoneActs, users } from '#database/schema.ts';
import { appendToModerationLog } from '#domain/moderation/log/append-to-moderation-log.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { generateRegistration } from '#test/fixtures/registration-form.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const reason = 'shouted in the library';

async function createFixture(role: Role) {
  const web = createWeb(database.db);
  const actor = await createPlayer(database.db, { role });
  return { web, actor, visitor: await createSignedInVisitor(web, actor.id) };
}

describe('the pages of moderation', () => {
  it.each(['visitor', 'guest', 'player'] as const)('do not exist for a %s', async (who) => {
    const { web, visitor } = await createFixture(who === 'visitor' ? 'player' : who);
    const target = await createPlayer(database.db);
    const person = who === 'visitor' ? web.visit() : visitor;
    const path = `/profile/${target.username}/moderation`;
    for (const page of [path, '/moderation/log', `/profile/${who}-nobody/moderation`]) {
      const response = await person.get(page);
      expect(response.status).toBe(404);
      const text = await textOf(response);
      expect(text).toContain('There is no such page');
      expect(text).not.toContain(target.username);
    }
    for (const intent of [
      'suspend',
      'restore',
      'make-moderator',
      'make-player',
      'give-further-role',
    ]) {
      const response = await person.post(path, {
        intent,
        reason,
        days: '1',
        role: 'catalog-editor',
      });
      expect(response.status).toBe(who === 'visitor' ? 302 : 404);
    }
    const [row] = await database.db.select().from(users).where(eq(users.id, target.id));
    expect(row).toMatchObject({ banned: false, role: 'player' });
    const profile = await textOf(await person.get(`/profile/${target.username}`));
    expect(profile).not.toContain('Moderate');
  });

  it('cut a long deleted text and show all of it on request', async () => {
    const { actor, visitor } = await createFixture('moderator');
    const target = await createPlayer(database.db);
    const entry = { act: 'delete-discussion', moderatorId: actor.id, targetId: target.id } as const;
    const text = `${'A long tale. '.repeat(700)}The end.`;
    const write = (details: Record<string, string>) =>
      database.db.insert(moderationLog).values({ ...entry, reason, details, at: new Date() });
    await write({ title: 'Short', text: 'A word.' });
    const path = `/moderation/log?of=${target.username}`;
    const table = async () => (await (await visitor.get(path)).text()).split('<table')[1] ?? '';
    expect(await table()).not.toContain('<details');
    await write({ title: 'Long', text });
    const html = await table();
    const [, shown, rest] = /<summary[^>]*>(.*?)<\/summary>(.*?)<\/details>/s.exec(html) ?? [];
    expect(shown).toContain('A long tale. A lon…');
    expect(shown).toContain('9,108');
    expect(shown).not.toContain('The end.');
    expect(rest).toContain('The end.');
  });

  it('suspend and restore a player, who sees the reason', async () => {
    const { web, visitor } = await createFixture('moderator');
    const person = generateRegistration();
    const player = web.visit();
    await player.post('/register', person);
    await player.post('/login', person);
    expect((await player.get('/profile')).status).toBe(200);
    expect(await textOf(await visitor.get(`/profile/${person.username}`))).toContain('Moderate');
    const path = `/profile/${person.username}/moderation`;
    expect(await textOf(await visitor.get(path))).toContain('In good standing');

    const suspended = await textOf(
      await visitor.post(path, { intent: 'suspend', reason, days: '3' }),
    );
    expect(suspended).toContain('The account is suspended.');
    expect(suspended).toContain('Suspended until Mar 17, 2026, 12:00');
    expect(suspended).toContain('3 days, until');
    // The player's session has ended: pages treat the browser as a visitor.
    expect((await player.get('/profile')).headers.get('Location')).toContain('/login');
    const refused = await player.post('/login', person);
    expect(refused.status).toBe(403);
    expect(await textOf(refused)).toContain(
      `This account is suspended until March 17, 2026 at 12:00 UTC. Reason: ${reason}`,
    );
    const guessed = await player.post('/login', { ...person, password: 'a wrong guess' });
    expect(guessed.status).toBe(401);
    expect(await textOf(guessed)).not.toMatch(/suspended|shouted/);

    const again = await visitor.post(path, { intent: 'suspend', reason, days: '3' });
    expect(again.status).toBe(409);
    expect(await textOf(again)).toContain('This account is suspended already.');
    const restored = await visitor.post(path, { intent: 'restore', reason: 'It was the cat.' });
    expect(await textOf(restored)).toContain('The account is restored.');
    expect((await player.post('/login', person)).status).toBe(302);
  });

  it.each([
    [{ intent: 'suspend', reason: ' ', days: '1' }, 'Give a reason of at least 3 characters.'],
    [{ intent: 'suspend', reason: 'a'.repeat(301), days: '1' }, 'At most 300 characters.'],
    [{ intent: 'suspend', reason, days: '5' }, 'Choose how long.'],
    [{ intent: 'suspend', reason }, 'Choose how long.'],
    [{ intent: 'ban', reason, days: '1' }, 'Please check what you entered.'],
  ])('reject %j', async (form, text) => {
    const { visitor } = await createFixture('moderator');
    const target = await createPlayer(database.db);
    const response = await visitor.post(`/profile/${target.username}/moderation`, form);
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain(text);
    const [row] = await database.db.select().from(users).where(eq(users.id, target.id));
    expect(row?.banned).toBe(false);
  });

  it('let an admin give and take the role of a moderator, which takes effect at once', async () => {
    const { web, visitor } = await createFixture('admin');
    const target = await createPlayer(database.db);
    const player = await createSignedInVisitor(web, target.id);
    const path = `/profile/${target.username}/moderation`;
    expect((await player.get('/moderation/log')).status).toBe(404);
    await visitor.post(path, { intent: 'make-moderator', reason });
    expect((await player.get('/moderation/log')).status).toBe(200);
    expect(await textOf(await player.get('/profile'))).toContain('Moderation log');
    await visitor.post(path, { intent: 'make-player', reason });
    expect((await player.get('/moderation/log')).status).toBe(404);
    expect((await player.get('/profile')).status).toBe(200);
  });

  it('let an admin give and take a further role, which the page says and the log shows', async () => {
    const { visitor } = await createFixture('admin');
    const target = await createPlayer(database.db);
    const path = `/profile/${target.username}/moderation`;
    const right = 'May add, edit, hide and order the games of this site';
    const before = await textOf(await visitor.get(path));
    expect(before).toContain('Give a further role');
    expect(before).toContain(right);
    expect(before).not.toContain('Take a further role away');
    const form = { intent: 'give-further-role', role: 'catalog-editor', reason };
    const given = await textOf(await visitor.post(path, form));
    expect(given).toContain('The role is given.');
    expect(given).toContain('Player, Catalog editor');
    expect(given).toContain('Further role given');
    expect(given).not.toContain('Give a further role');
    const again = await visitor.post(path, form);
    expect(again.status).toBe(409);
    expect(await textOf(again)).toContain('This account has that role already.');
    const unknown = await visitor.post(path, {
      ...form,
      intent: 'take-further-role',
      role: '',
    });
    expect(await textOf(unknown)).toContain('Choose a role.');
    const taken = await textOf(
      await visitor.post(path, { ...form, intent: 'take-further-role', reason: 'It was enough.' }),
    );
    expect(taken).toContain('The role is taken away.');
    expect(taken).not.toContain('Player, Catalog editor');
  });

  it('offer no actions for accounts that the moderator may not moderate', async () => {
    const { actor, visitor } = await createFixture('moderator');
    const admin = await createPlayer(database.db, { role: 'admin' });
    expect(await textOf(await visitor.get(`/profile/${admin.username}/moderation`))).toContain(
      'Your role does not reach to this account.',
    );
    expect(await textOf(await visitor.get(`/profile/${actor.username}/moderation`))).toContain(
      'This is your own account',
    );
    expect((await visitor.get('/profile/nobody-here/moderation')).status).toBe(404);
    expect((await visitor.get('/profile/%00/moderation')).status).toBe(404);
  });
});

describe('the log', () => {
  it('can be filtered by account and action, and has pages', async () => {
    const { actor, visitor } = await createFixture('moderator');
    const target = await createPlayer(database.db);
    for (let number = 1; number <= 21; number += 1) {
      await appendToModerationLog(database.db, {
        moderatorId: number === 1 ? null : actor.id,
        act: number % 2 === 0 ? 'restore' : 'delete-comment',
        targetId: target.id,
        reason: `reason number ${number}.`,
        details: number % 2 === 0 ? {} : { text: '<b>Rude</b>', profile: 'somebody' },
        at: new Date('2026-03-14T12:00:00Z'),
      });
    }
    const path = `/moderation/log?of=${target.username}`;
    const first = await textOf(await visitor.get(path));
    expect(first).toContain('reason number 21.');
    expect(first).toContain('&lt;b&gt;Rude&lt;/b&gt;');
    expect(first).not.toContain('reason number 1.');
    const second = await textOf(await visitor.get(`${path}&page=2`));
    expect(second).toContain('reason number 1.');
    expect(second).toContain('Operator');
    expect((await visitor.get(`${path}&page=99`)).headers.get('Location')).toBe(`${path}&page=2`);
    const restores = await textOf(await visitor.get(`${path}&act=restore`));
    expect(restores).toContain('reason number 2.');
    expect(restores).not.toContain('reason number 3.');
    const found = await textOf(await visitor.get(`${path}&q=NUMBER%207.`));
    expect(found).toContain('reason number 7.');
    expect(found).not.toContain('reason number 17.');
    expect(await textOf(await visitor.get(`${path}&q=number%257`))).toContain('No such act');
    const own = await textOf(await visitor.get(`${path}&by=${actor.username}&page=2`));
    expect(own).not.toContain('Operator');
    expect(own).not.toContain('reason number 1.');
    expect(await textOf(await visitor.get('/moderation/log?of=nobody-here'))).toContain(
      'No such act is in the log.',
    );
    for (const query of ['of=%00', 'act=none', 'page=-1', 'of[]=1', `of=${'a'.repeat(500)}`]) {
      expect((await visitor.get(`/moderation/log?${query}`)).status).toBe(200);
    }
  });

  it('shows a text while it is empty', async () => {
    const { visitor } = await createFixture('admin');
    await database.db.delete(undoneActs);
    await database.db.delete(moderationLog);
    expect(await textOf(await visitor.get('/moderation/log'))).toContain(
      'Nothing had to be moderated yet.',
    );
  });
});
