import { beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { createCardSets } from '#test/fixtures/factories.ts';
import { createDeliveredGame } from '#test/fixtures/own-game.ts';
import { createWeb, textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();

beforeAll(() => createCardSets(database.db));

const link = 'https://downloads.example/game.zip';
const playUrl = 'https://play.example:8443/lanterns/index.html?level=1';

async function createFixture() {
  const web = createWeb(database.db);
  const game = await createDeliveredGame(web);
  const { editor, editorPath, gameId } = game;
  const saveLinks = (fields: Record<string, string>) =>
    editor.post(editorPath, { intent: 'links', ...fields });
  return { web, ...game, saveLinks, playPath: `/play/${gameId}` };
}

const policyOf = (response: Response) => response.headers.get('Content-Security-Policy') ?? '';
const framePolicyOf = (response: Response) =>
  policyOf(response)
    .split('; ')
    .filter((part) => part.startsWith('frame-src'));

describe('a game that is played here', () => {
  test('is in a frame of the page of its owners, which alone may show frames of that origin', async () => {
    const { saveLinks, createVisitor, pagePath, playPath, gameId } = await createFixture();
    expect(await textOf(await saveLinks({ link: '', playUrl }))).toContain(
      'The addresses are saved.',
    );
    const owner = await createVisitor();
    await owner.buy();
    const game = await (await owner.get(pagePath)).text();
    expect(game).toContain(`href="${playPath}"`);
    expect(game).not.toContain('play.example');
    const before = await owner.get(playPath);
    expect(framePolicyOf(before)).toEqual([]);
    expect(await before.text()).not.toContain('<iframe');

    const started = await owner.post(playPath, {});
    expect(started.headers.get('Location')).toBe(playPath);
    const page = await owner.get(playPath);
    expect(framePolicyOf(page)).toEqual(['frame-src https://play.example:8443']);
    expect(policyOf(page)).toContain("frame-ancestors 'none'");
    const frame = /<iframe[^>]*>/.exec(await page.text())?.[0] ?? '';
    expect(frame).toContain('sandbox="allow-scripts allow-pointer-lock"');
    expect(frame).toContain('Policy="no-referrer"');
    expect(frame).toContain(`src="${playUrl}"`);
    for (const path of ['/library', pagePath, `/game-session/${gameId}`])
      expect(framePolicyOf(await owner.get(path))).toEqual([]);
    expect(await textOf(await owner.get(`/game-session/${gameId}`))).toContain('Game is Active');
  });

  test('and its link are shown to owners only', async () => {
    const { web, saveLinks, createVisitor, pagePath, playPath, gameId } = await createFixture();
    await saveLinks({ link, playUrl });
    const [owner, other] = [await createVisitor(), await createVisitor()];
    await owner.buy();
    expect(await (await owner.get(pagePath)).text()).toContain(link);
    expect(await (await owner.get('/library')).text()).toContain(link);
    const visitor = web.visit();
    for (const reader of [other, visitor]) {
      for (const path of [pagePath, '/', `/api/games/${gameId}`]) {
        const html = await (await reader.get(path)).text();
        expect(html).not.toContain('downloads.example');
        expect(html).not.toContain('play.example');
      }
    }
    expect((await other.get(playPath)).headers.get('Location')).toBe(pagePath);
    expect((await visitor.get(playPath)).headers.get('Location')).toContain('/login');
    expect((await other.post(playPath, {})).headers.get('Location')).toBe(pagePath);
  });

  test('is not played here any more when its address is removed', async () => {
    const { saveLinks, createVisitor, pagePath, playPath } = await createFixture();
    await saveLinks({ playUrl });
    const owner = await createVisitor();
    await owner.buy();
    await owner.post(playPath, {});
    await saveLinks({ link: '', playUrl: '' });
    expect((await owner.get(playPath)).headers.get('Location')).toBe(pagePath);
    expect(await textOf(await owner.get(pagePath))).not.toContain('Play here');
  });

  test.each([
    ['http://play.example/', 'Enter an address that starts with https://'],
    ['javascript:alert(1)', 'Enter an address that starts with https://'],
    ['https://user:secret@play.example/', 'Enter an address that starts with https://'],
    ["https://play.example;script-src'*'/", 'Enter an address that starts with https://'],
    ['https://[::1]/', 'Enter an address that starts with https://'],
    [`https://play.example/${'a'.repeat(500)}`, 'Enter an address that starts with https://'],
    ['https://localhost/game', 'must be on another site'],
  ])('has no address such as %s', async (address, text) => {
    const { saveLinks } = await createFixture();
    expect(await textOf(await saveLinks({ playUrl: address }))).toContain(text);
  });
});
