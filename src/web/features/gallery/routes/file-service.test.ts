import { describe, expect, it, vi } from 'vitest';
import { publicKeyOf, secretKeyOf } from '#domain/gallery/file-service/service-keys.ts';
import type { Role } from '#shared/constants/roles.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { signedIn } from '#test/fixtures/sign-in.ts';
import { createWeb, textOf } from '#test/fixtures/web.ts';

const database = useDatabase();
const path = '/moderation/file-service';

async function scene(role: Role) {
  const web = createWeb(database.db);
  const { id, username } = await createPlayer(database.db, { role });
  const keys = { open: publicKeyOf(web.ctx.secret), secret: secretKeyOf(web.ctx.secret) };
  return { web, username, keys, browser: await signedIn(web, id) };
}

describe('the keys of the file service', () => {
  it.each(['guest', 'player', 'moderator'] as const)('do not exist for a %s', async (role) => {
    const { web, browser, keys } = await scene(role);
    for (const one of [browser, web.visit()]) {
      for (const page of [path, `${path}?secret`, `${path}.data?secret`]) {
        const response = await one.get(page);
        expect(response.status).toBe(404);
        const html = await response.text();
        expect(html).not.toContain(keys.open);
        expect(html).not.toContain(keys.secret);
      }
    }
    expect(await textOf(await browser.get('/profile'))).not.toContain('File service');
  });

  it('are shown to an admin, the secret one when it is asked for', async () => {
    const { browser, keys } = await scene('admin');
    expect(await textOf(await browser.get('/profile'))).toContain('File service');
    const page = await browser.get(path);
    expect(page.headers.get('Cache-Control')).toBe('private, no-store');
    const html = await page.text();
    expect(html).toContain(keys.open);
    expect(html).toContain('http://localhost:3000/api/upload');
    expect(html).not.toContain(keys.secret);
    expect(await (await browser.get(`${path}?secret`)).text()).toContain(keys.secret);
  });

  it('are not in the log, which says who has seen the secret one', async () => {
    const { web, browser, username, keys } = await scene('admin');
    const told: unknown[] = [];
    vi.spyOn(web.services.log, 'child').mockReturnValue({
      ...web.services.log,
      info: (...line: unknown[]) => void told.push(line),
    } as never);
    await browser.get(path);
    expect(told).toEqual([]);
    await browser.get(`${path}?secret`);
    const text = JSON.stringify(told);
    expect(text).toContain(username);
    expect(text).not.toContain(keys.secret);
  });
});
