import { describe, expect, it } from 'vitest';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/moderation/trading';

async function createReader(role: Role) {
  const web = createWeb(database.db);
  const { id } = await createPlayer(database.db, { role });
  return createSignedInVisitor(web, id);
}

describe('the trading pairs', () => {
  it.each(['guest', 'player'] as const)('do not exist for a %s', async (role) => {
    const reader = await createReader(role);
    for (const page of [path, `${path}.data`]) expect((await reader.get(page)).status).toBe(404);
  });

  it('do not exist for a visitor', async () => {
    expect((await createWeb(database.db).visit().get(path)).status).toBe(404);
  });

  it.each(['moderator', 'admin'] as const)('are linked from the log for a %s', async (role) => {
    const reader = await createReader(role);
    expect(await (await reader.get('/moderation/log')).text()).toContain(`href="${path}"`);
    const page = await textOf(await reader.get(`${path}?order=value`));
    expect(page).toContain('No two accounts have traded with each other repeatedly.');
    const gains = await textOf(await reader.get(`${path}?view=accounts`));
    expect(gains).toContain('No account has gained from many others.');
    const ofNobody = await textOf(await reader.get(`${path}?of=nobody`));
    expect(ofNobody).toContain('nobody has not traded with anybody repeatedly.');
    expect((await reader.get(`${path}?page=9`)).headers.get('Location')).toBe(path);
    expect((await reader.get(`${path}?order=distance`)).headers.get('Location')).toBe(path);
  });
});
