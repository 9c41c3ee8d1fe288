import { createHash, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { games } from '#database/schema.ts';
import { setDownloadHidden } from '#domain/downloads/change-downloads.ts';
import { setGameHidden } from '#domain/moderation/hidden-games/set-game-hidden.ts';
import { suspendAccount } from '#domain/moderation/suspension/suspend-account.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { downloadPath } from '#shared/constants/game-library/download-paths.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createDownloadGame } from '#test/fixtures/downloads.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

async function createFixture() {
  const server = await startUploads();
  const game = await createDownloadGame(server);
  const added = await game.addFile({ fileName: 'secret-name.zip' });
  type Browser = Parameters<typeof game.ask>[0];
  const ask = (browser: Browser, path = added.path, init: RequestInit = {}) =>
    game.ask(browser, path, init);
  /** The status of the file, and whether its content was sent. */
  async function statusOf(browser: Browser, path = added.path) {
    const response = await ask(browser, path);
    const isSent = Buffer.from(await response.arrayBuffer()).equals(added.content);
    if (isSent !== (response.status === 200)) throw new Error('Status and content differ.');
    return response.status;
  }
  return { ...server, ...game, added, ask, statusOf };
}

const part = { headers: { Range: 'bytes=0-9' } };

test('a visitor is sent to the login and then to the game; a resumed download gets no page of it', async () => {
  const { ask, added, pagePath } = await createFixture();
  const page = await ask(null);
  expect(page.status).toBe(302);
  expect(page.headers.get('Location')).toBe(`/login?next=${encodeURIComponent(pagePath)}`);
  expect(page.headers.get('Cache-Control')).toBe('private, no-store');
  expect((await ask(null, added.path, part)).status).toBe(401);
  expect((await ask(null, added.path, { method: 'HEAD' })).status).toBe(401);
  expect((await ask({ cookie: 'forged' }, added.path, part)).status).toBe(401);
});

test('players and guests who own the game get its files, and nobody else', async () => {
  const { createVisitor, createOwner, statusOf, ask, editor } = await createFixture();
  expect(await statusOf(await createOwner())).toBe(200);
  expect(await statusOf(await createOwner({ role: 'guest' }))).toBe(200);
  expect(await statusOf(await createVisitor())).toBe(403);
  expect(await statusOf(await createVisitor({ role: 'guest' }))).toBe(403);
  expect(await statusOf(await createVisitor({ role: 'admin' }))).toBe(403);
  expect(await statusOf(editor)).toBe(403);
  const refused = await ask(await createVisitor());
  expect(refused.headers.get('Content-Disposition')).toBeNull();
  expect(refused.headers.get('ETag')).toBeNull();
  const text = await textOf(refused);
  expect(text).toContain('Only owners of this game can download it.');
  expect(text).not.toContain('secret-name');
});

test('what does not exist is not found, and says nothing to players who do not own the game', async () => {
  const { createOwner, createVisitor, statusOf, gameId, added } = await createFixture();
  const other = await createFixture();
  const [owner, player] = [await createOwner(), await createVisitor()];
  const paths = [
    downloadPath(gameId, randomUUID()),
    downloadPath(gameId, other.added.id),
    `/game-info/${gameId}/downloads/..%2f..%2fsecret`,
    `/game-info/${gameId}/downloads/${added.id}%00`,
    `/game-info/${gameId}/downloads/${'x'.repeat(5_000)}`,
    downloadPath(gameId + 1_000, added.id),
    downloadPath(3328, added.id),
    `/game-info/999999999999/downloads/${added.id}`,
    `/game-info/-1/downloads/${added.id}`,
    `${added.path}/more`,
  ];
  for (const path of paths) expect([path, await statusOf(owner, path)]).toEqual([path, 404]);
  // The same as for a download that exists.
  expect(await statusOf(player, paths[0])).toBe(403);
  expect(await statusOf(player, paths[1])).toBe(403);
});

test('owners of a hidden game keep its files, and for others it does not exist', async () => {
  const { createOwner, createVisitor, statusOf, ask, gameId, name, editorCtx } =
    await createFixture();
  const owner = await createOwner();
  const player = await createVisitor();
  await setGameHidden(editorCtx, { gameId, isHidden: true });
  expect(await statusOf(owner)).toBe(200);
  const refused = await ask(player);
  const unknown = await ask(player, downloadPath(gameId + 1_000, randomUUID()));
  expect([refused.status, unknown.status]).toEqual([404, 404]);
  const [text, expected] = [await textOf(refused), await textOf(unknown)];
  expect(text).toBe(expected);
  expect(text).not.toContain(name);
});

test('a hidden download is for those who bought the game before', async () => {
  const { ctx, createOwner, statusOf, added, pagePath, gameId, editorCtx } = await createFixture();
  const earlier = await createOwner();
  ctx.testClock.advance(1_000);
  const change = { gameId, downloadId: added.id };
  await setDownloadHidden(editorCtx, { ...change, hidden: true });
  ctx.testClock.advance(1_000);
  const later = await createOwner();
  expect([await statusOf(earlier), await statusOf(later)]).toEqual([200, 404]);
  const pageOf = async (owner: typeof later) => textOf(await owner.get(pagePath));
  expect(await pageOf(earlier)).toContain('Downloads Windows secret-name.zip');
  expect(await pageOf(later)).not.toContain('secret-name.zip');
  await setDownloadHidden(editorCtx, { ...change, hidden: false });
  expect(await statusOf(later)).toBe(200);
});

test('the price and a role that buyers need do not matter to those who own the game', async () => {
  const { createOwner, statusOf, gameId } = await createFixture();
  const owner = await createOwner();
  const limited = { roleNeeded: catalogEditor };
  await database.db.update(games).set(limited).where(eq(games.id, gameId));
  expect(await statusOf(owner)).toBe(200);
});

test('an account that was suspended gets nothing more', async () => {
  const { createOwner, statusOf, ask, added, ctx } = await createFixture();
  const owner = await createOwner();
  expect((await ask(owner, added.path, part)).status).toBe(206);
  const moderator = { ...ctx, actor: await createPlayer(database.db, { role: 'moderator' }) };
  const { username } = owner.actor;
  await suspendAccount(moderator, { username, reason: 'Spam', days: 1 });
  expect((await ask(owner, added.path, part)).status).toBe(401);
  expect(await statusOf(owner)).toBe(302);
});

test('a session that ends in the middle ends the download with the next part', async () => {
  const { createOwner, ask, added } = await createFixture();
  const owner = await createOwner();
  const { cookie } = owner;
  expect((await ask({ cookie }, added.path, part)).status).toBe(206);
  await owner.post('/logout', {});
  const next = await ask({ cookie }, added.path, { headers: { Range: 'bytes=10-19' } });
  expect(next.status).toBe(401);
  expect(next.headers.get('Content-Range')).toBeNull();
});

test('owners see the downloads on the page of the game and in the library; no list and no API has them', async () => {
  const { createOwner, createVisitor, visit, pagePath, gameId, added } = await createFixture();
  const [owner, player] = [await createOwner(), await createVisitor()];
  const sha256 = createHash('sha256').update(added.content).digest('hex');
  for (const path of [pagePath, `/library?game=${gameId}`]) {
    const text = await textOf(await owner.get(path));
    expect(text).toContain('Downloads Windows secret-name.zip · 1 KB ·');
    expect(text).toContain(sha256);
  }
  const paths = [pagePath, '/', `/api/games/${gameId}`, `/profile/${owner.actor.username}`];
  for (const browser of [player, visit()])
    for (const path of paths) {
      const html = await (await browser.get(path)).text();
      expect(html).not.toContain('secret-name');
      expect(html).not.toContain(added.id);
    }
});
