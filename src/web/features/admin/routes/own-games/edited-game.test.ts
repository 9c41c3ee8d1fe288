import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets, createGame, createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

test('an editor changes a bundled game and takes it back; players do not find the page', async () => {
  const web = createWeb(database.db);
  const { id: editorId } = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  const editor = await createSignedInVisitor(web, editorId);
  const name = `Bundled ${randomUUID().slice(0, 8)}`;
  const { id } = await createGame(database.db, { name, description: 'Theirs.' });
  const path = `/admin/games/all/${id}`;
  const list = await (await editor.get(`/admin/games/all?q=${encodeURIComponent(name)}`)).text();
  expect(list).toContain(`href="${path}"`);

  const fields = { intent: 'save', name, description: 'Ours.', ownLinks: 'yes' };
  const links = { 'label-0': 'Wiki', 'address-0': 'https://wiki.example/' };
  await editor.post(path, { ...fields, ...links, price: '2.50', version: '1' });
  const page = await textOf(await editor.get(path));
  expect(page).toMatch(/Changed by \S+ .{1,80} The source has: Theirs\. Take back/);
  const shown = await textOf(await editor.get(`/game-info/${id}`));
  for (const text of ['Ours.', 'Price $2.50', 'Wiki (opens in a new tab)'])
    expect(shown).toContain(text);
  expect(shown).not.toContain('Streams');

  const late = await editor.post(path, { ...fields, description: 'Late.', version: '1' });
  expect(late.status).toBe(409);
  for (const [field, version] of [
    ['description', '2'],
    ['links', '3'],
  ])
    await editor.post(path, { intent: 'take-back', field: field ?? '', version: version ?? '' });
  const back = await textOf(await editor.get(`/game-info/${id}`));
  expect(back).toContain('Theirs.');
  expect(back).toContain('Streams');
  expect(await textOf(await editor.get(path))).not.toContain('Take back');

  const player = await createSignedInVisitor(web, (await createPlayer(database.db)).id);
  expect((await player.get(path)).status).toBe(404);
});
