import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { groupMembers, groups } from '#database/schema.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

test('an editor sets who sees a game and its price for a group, which members and admins read', async () => {
  const { db } = database;
  const web = createWeb(db);
  const enter = async (values: Parameters<typeof createPlayer>[1]) => {
    const { id } = await createPlayer(db, values);
    return { id, browser: await createSignedInVisitor(web, id) };
  };
  const { browser: editor } = await enter({ furtherRoles: [catalogEditor] });
  const { browser: admin } = await enter({ role: 'admin' });
  const { browser: member, id: userId } = await enter({ balance: 50_00 });
  const { id } = await createGame(db);
  const path = `/admin/games/all/${id}`;
  expect(await textOf(await editor.get(path))).toContain('The site has no groups.');

  const name = `Class ${randomUUID().slice(0, 8)}`;
  const createdAt = new Date();
  const [group] = await db
    .insert(groups)
    .values({ name, joining: 'self', membersShownTo: 'members', createdAt })
    .returning({ id: groups.id });
  const groupId = group?.id ?? '';
  await db.insert(groupMembers).values({ groupId, userId, how: 'admin', joinedAt: createdAt });

  const nothing = await editor.post(path, { intent: 'audience', audience: 'groups' });
  expect(nothing.status).toBe(400);
  expect(await textOf(nothing)).toContain('Choose a group.');
  await editor.post(path, { intent: 'audience', audience: 'groups', group: groupId });
  await editor.post(path, { intent: 'group-price', groupId, groupPrice: '4.00' });
  const page = await editor.get(path);
  expect(await textOf(page)).toContain(`$4.00 for members of ${name}`);
  expect(await textOf(await editor.get('/admin/games/all'))).toContain('For groups');
  const listed = await textOf(await admin.get(`/admin/groups/${groupId}`));
  expect(listed).toContain('Only for members · $4.00');
  const log = await textOf(await admin.get('/admin/log'));
  for (const text of ['Who sees a game', 'Price for a group', `${name}: from none to $4.00`])
    expect(log).toContain(text);

  const shown = await textOf(await member.get(`/game-info/${id}`));
  expect(shown).toContain(`Before $9.99 now $4.00 Price for members of ${name}`);
  const key = randomUUID();
  const stale = await member.post(`/game-info/${id}`, { intent: 'buy', price: '999', key });
  expect(await textOf(stale)).toContain('The price has changed to $4.00.');

  await editor.post(path, { intent: 'end-group-price', groupId });
  await editor.post(path, { intent: 'audience', audience: 'everybody' });
  expect(await textOf(await member.get(`/game-info/${id}`))).not.toContain('Price for members');
  expect(await textOf(await admin.get(`/admin/groups/${groupId}`))).toContain(
    'No game is for its members alone or has a price for them.',
  );
});
