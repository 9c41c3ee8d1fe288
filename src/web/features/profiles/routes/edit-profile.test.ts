import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#database/schema.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { createLoggedInPlayer } from '#test/fixtures/logged-in-player.ts';
import { longText, readPlayerData } from '#test/fixtures/rejected-forms.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

describe('editing the profile', () => {
  it.each<Record<string, string>>([
    { name: 'n'.repeat(21) },
    { description: 'd'.repeat(201) },
    { profilePic: 'profile10.webp' },
    { profilePic: '../../../etc/passwd' },
    { name: 'null\u0000byte' },
    // Right to left it reads 'admin'.
    { name: '\u202Enimda' },
    { name: 'two\u200Bparts' },
    { name: 'two\nlines' },
    { description: longText },
  ])('rejects %j', async (fields) => {
    const { player } = await createLoggedInPlayer(database.db);
    const before = await readPlayerData(database.db);
    const response = await player.post('/profile/edit', fields);
    expect(response.status).toBe(400);
    expect(await textOf(response)).toContain('Failed to update profile.');
    expect(await readPlayerData(database.db)).toEqual(before);
  });

  it('stores line breaks and emoji, and keeps the typed text after an error', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const description = `${'a'.repeat(99)}\r\n${'b'.repeat(100)}`;
    await player.post('/profile/edit', { name: '👩‍👩‍👧 Ada', description });
    const [user] = await database.db.select().from(users).where(eq(users.id, actor.id));
    expect(user?.name).toBe('👩‍👩‍👧 Ada');
    expect(user?.description).toBe(description.replace('\r', ''));
    const response = await player.post('/profile/edit', {
      name: 'n'.repeat(21),
      description: 'kept',
    });
    expect(await response.text()).toContain('>kept</textarea>');
  });

  it('removes a description only on request', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const readDescription = async () => {
      const [user] = await database.db.select().from(users).where(eq(users.id, actor.id));
      return user?.description;
    };
    await player.post('/profile/edit', { description: 'I like puzzles.' });
    await player.post('/profile/edit', { description: '', removeDescription: 'no' });
    expect(await readDescription()).toBe('I like puzzles.');
    await player.post('/profile/edit', { description: '', removeDescription: 'yes' });
    expect(await readDescription()).toBe('');
  });

  it('ignores a username and a role in the form, and escapes the name', async () => {
    const { player, actor } = await createLoggedInPlayer(database.db);
    const response = await player.post('/profile/edit', {
      name: 'Ada <b>L</b>',
      description: '',
      username: 'somebody-else',
      role: 'admin',
      balance: '100000',
      id: randomUUID(),
    });
    expect(await textOf(response)).toContain('Profile updated successfully!');
    const [user] = await database.db.select().from(users).where(eq(users.id, actor.id));
    expect(user).toMatchObject({ displayUsername: actor.username, role: 'player' });
    const html = await (await player.get('/profile')).text();
    expect(html).toContain('Ada &lt;b&gt;L&lt;/b&gt;');
    expect(html).not.toContain('<b>L</b>');
  });
});
