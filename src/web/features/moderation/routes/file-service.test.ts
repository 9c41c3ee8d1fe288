import { describe, expect, it, vi } from 'vitest';
import { derivePublicKey, deriveSecretKey } from '#domain/gallery/file-rest-api/service-keys.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const path = '/moderation/file-service';

async function createFixture(role: Role) {
  const web = createWeb(database.db);
  const { id, username } = await createPlayer(database.db, { role });
  const keys = {
    public: derivePublicKey(web.ctx.keys.current),
    secret: deriveSecretKey(web.ctx.keys.current),
  };
  return { web, username, keys, browser: await createSignedInVisitor(web, id) };
}

describe('the keys of the file service', () => {
  it.each(['guest', 'player', 'moderator'] as const)('do not exist for a %s', async (role) => {
    const { web, browser, keys } = await createFixture(role);
    for (const reader of [browser, web.visit()]) {
      for (const page of [path, `${path}?secret`, `${path}.data?secret`]) {
        const response = await reader.get(page);
        expect(response.status).toBe(404);
        const html = await response.text();
        expect(html).not.toContain(keys.public);
        expect(html).not.toContain(keys.secret);
      }
    }
    expect(await textOf(await browser.get('/profile'))).not.toContain('File service');
  });

  it('are shown to an admin, the secret key only on request', async () => {
    const { browser, keys } = await createFixture('admin');
    expect(await textOf(await browser.get('/profile'))).toContain('File service');
    const page = await browser.get(path);
    expect(page.headers.get('Cache-Control')).toBe('private, no-store');
    const html = await page.text();
    expect(html).toContain(keys.public);
    expect(html).toContain('http://localhost:3000/api/upload');
    expect(html).not.toContain(keys.secret);
    expect(await (await browser.get(`${path}?secret`)).text()).toContain(keys.secret);
  });

  it('are not in the log, which has the name of the admin who has seen the secret key', async () => {
    const { web, browser, username, keys } = await createFixture('admin');
    const logged: unknown[] = [];
    vi.spyOn(web.services.log, 'child').mockReturnValue({
      ...web.services.log,
      info: (...line: unknown[]) => void logged.push(line),
    } as never);
    await browser.get(path);
    expect(logged).toEqual([]);
    await browser.get(`${path}?secret`);
    const text = JSON.stringify(logged);
    expect(text).toContain(username);
    expect(text).not.toContain(keys.secret);
  });
});
