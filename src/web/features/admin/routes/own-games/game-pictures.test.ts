import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import pino from 'pino';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { gamePictures, games, pictures } from '#database/schema.ts';
import { parseCoverPath, shareImagePath } from '#domain/catalog/covers/cover-path.ts';
import { getGame } from '#domain/catalog/games/get-game.ts';
import { getGameForApi } from '#domain/catalog/games/get-game-for-api.ts';
import { createOwnGame } from '#domain/catalog/own-games/save-own-game.ts';
import { openCovers } from '#server/bootstrap/open-covers.ts';
import { readConfig } from '#server/config/config.ts';
import { catalogEditor } from '#shared/constants/accounts/roles.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import { ownGameInput } from '#shared/schemas/own-games.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createSmallPicture, useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const startUploads = useUploadServer(database);

const picture = async (width = 64) =>
  new File([new Uint8Array(await createSmallPicture(width))], `picture-${width}.jpg`);
const broken = new File([new TextEncoder().encode('<svg/>')], 'drawing.svg');

async function createFixture() {
  const server = await startUploads();
  const editor = await createPlayer(database.db, { furtherRoles: [catalogEditor] });
  const visitor = await createSignedInVisitor(server, editor.id);
  const input = ownGameInput.parse({ name: `Pictured ${randomUUID().slice(0, 8)}` });
  const { gameId } = await createOwnGame({ ...server.ctx, actor: editor }, input);
  const path = `/admin/games/${gameId}/pictures`;
  const send = async (fields: Record<string, string | File | File[]>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields))
      for (const one of [value].flat()) body.append(name, one);
    const headers = { Origin: 'http://localhost:3000', Accept: 'text/html' };
    return textOf(await visitor.send(path, { method: 'POST', body, headers }));
  };
  const stored = async () => {
    const [game] = await database.db.select().from(games).where(eq(games.id, gameId));
    return { cover: game?.backgroundImage ?? null, others: game?.pictures ?? [] };
  };
  const idsOf = async () =>
    (
      await database.db
        .select({ id: gamePictures.pictureId })
        .from(gamePictures)
        .where(eq(gamePictures.gameId, gameId))
        .orderBy(gamePictures.position)
    ).map(({ id }) => id);
  return { ...server, editor, visitor, gameId, path, send, stored, idsOf };
}

test('an editor uploads a cover and pictures, and the game shows them with their texts', async () => {
  const { ctx, gameId, path, visitor, send, stored, idsOf } = await createFixture();
  expect(await textOf(await visitor.get(path))).toContain('Without a cover, the shop shows');
  const altText = 'A lantern on a bridge';
  expect(await send({ intent: 'cover', cover: await picture(), altText })).toContain(
    'The cover is saved.',
  );
  const added = { intent: 'add', pictures: [await picture(80), await picture(90)] };
  expect(await send(added)).toContain('The pictures are added.');
  const [, first = '', second = ''] = await idsOf();
  await send({ intent: 'text', pictureId: second, altText: 'A boat' });
  await send({ intent: 'up', pictureId: second });
  expect(await idsOf()).toEqual([expect.any(String), second, first]);
  const { cover, others } = await stored();
  expect(cover).toMatch(/^\/photos\/[0-9a-f-]{36}\/[0-9a-f]{64}\.webp$/);
  expect(others[0]).toContain(second);

  const game = await getGame(ctx, gameId);
  expect(game.backgroundImage).toMatch(new RegExp(`^/pictures/${gameId}/cover-`));
  expect(game.pictureTexts).toEqual({
    [game.backgroundImage ?? '']: altText,
    [game.pictures[0] ?? '']: 'A boat',
  });
  expect((await getGameForApi(ctx, String(gameId))).cover).toMatch(/-1280\.webp$/);
  const page = await (await visitor.get(`/game-info/${gameId}`)).text();
  expect(page).toContain('A lantern on a bridge, enlarge');
  expect(page).toContain('A boat, enlarge');
  expect(await (await visitor.get('/admin/games')).text()).toContain(game.backgroundImage);
});

test('a picture is removed after a question, and its file with the next purge', async () => {
  const { path, visitor, send, stored, idsOf, filesLeft, purgeLater } = await createFixture();
  await send({ intent: 'cover', cover: await picture() });
  const [id = ''] = await idsOf();
  const question = await textOf(await visitor.get(`${path}?remove=${id}`));
  expect(question).toContain('Remove this picture?');
  expect(await stored()).not.toMatchObject({ cover: null });
  expect(await send({ intent: 'remove', pictureId: id })).toContain('The picture is removed.');
  await send({ intent: 'remove', pictureId: id });
  expect(await stored()).toEqual({ cover: null, others: [] });
  await purgeLater();
  expect(await filesLeft()).toEqual([]);
  expect(await database.db.$count(pictures, eq(pictures.id, id))).toBe(1);
});

test('a rejected file says why, keeps what was typed and does not stop the others', async () => {
  const { send, idsOf, visitor, path } = await createFixture();
  const cover = await send({ intent: 'cover', cover: broken, altText: 'A typed text' });
  expect(cover).toContain('This is not a picture that we know');
  expect(await idsOf()).toEqual([]);
  const added = await send({ intent: 'add', pictures: [broken, await picture(70)] });
  expect(added).toContain('drawing.svg: This is not a picture that we know');
  expect(await idsOf()).toHaveLength(1);
  expect(await send({ intent: 'cover', altText: 'Still typed' })).toContain('Choose a picture.');
  const many = Array.from({ length: ownGameConstants.picturesMax }, () => broken);
  expect(await send({ intent: 'add', pictures: many })).toContain('12 pictures besides its cover');
  const html = await (await visitor.get(path)).text();
  expect(html).toContain('Pictures (1 of 12)');
});

test('files that are too large together are refused while they arrive, and the other fields stay', async () => {
  const { visitor, path, filesLeft, idsOf } = await createFixture();
  const body = new FormData();
  body.append('intent', 'cover');
  body.append('altText', 'A typed text');
  for (const name of ['a.png', 'b.png'])
    body.append('cover', new File([new Uint8Array(7_000_000)], name));
  const headers = { Origin: 'http://localhost:3000', Accept: 'text/html' };
  const refused = await visitor.send(path, { method: 'POST', body, headers });
  expect(refused.status).toBe(413);
  const html = await refused.text();
  expect(html).toContain('a form may have 12 MB');
  expect(html).toContain('value="A typed text"');
  expect(await idsOf()).toEqual([]);
  await expect.poll(() => filesLeft()).toEqual([]);
});

test('a script that shows the progress gets the result of the form, also when it is refused', async () => {
  const { visitor, path, idsOf } = await createFixture();
  const send = async (file: File) => {
    const body = new FormData();
    body.append('intent', 'cover');
    body.append('altText', 'A typed text');
    body.append('cover', file);
    const headers = { Origin: 'http://localhost:3000', Accept: 'application/json' };
    const answer = await visitor.send(`${path}.data`, { method: 'POST', body, headers });
    return [answer.status, await answer.json()];
  };
  expect(await send(broken)).toEqual([
    415,
    expect.objectContaining({
      error: expect.objectContaining({ code: 'not-a-picture' }),
      typed: { intent: 'cover', altText: 'A typed text' },
    }),
  ]);
  expect(await send(await picture(80))).toEqual([200, { done: 'The cover is saved.' }]);
  expect(await idsOf()).toHaveLength(1);
});

test('simultaneous uploads of pictures are all added', async () => {
  const { send, idsOf, stored } = await createFixture();
  const sent = [60, 61, 62].map(async (width) =>
    send({ intent: 'add', pictures: await picture(width) }),
  );
  await Promise.all(sent);
  expect(await idsOf()).toHaveLength(3);
  expect((await stored()).others).toHaveLength(3);
});

test('an uploaded cover is served in the widths of pages and as a share image, while it is used', async () => {
  const { send, ctx, gameId, folder, idsOf } = await createFixture();
  await send({ intent: 'cover', cover: await picture(640) });
  const covers = openCovers({
    config: readConfig({ DATA_DIR: folder }),
    db: database.db,
    clock: ctx.clock,
    log: pino({ level: 'silent' }),
    provider: () => null,
    fileStore: ctx.gallery.fileStore,
  });
  const game = await getGame(ctx, gameId);
  const read = async (path: string | null) => {
    const request = parseCoverPath(path ?? '');
    const found = await (request && (await covers.find(request)))?.read();
    if (!found || !('bytes' in found)) return null;
    const { format, width, height } = await sharp(found.bytes).metadata();
    return { format, width, height };
  };
  const path = game.backgroundImage?.replace('-640.', '-320.') ?? null;
  expect(await read(path)).toEqual({ format: 'webp', width: 71, height: 40 });
  const share = { format: 'jpeg', width: 1200, height: 630 };
  expect(await read(shareImagePath(game))).toEqual(share);
  await send({ intent: 'remove', pictureId: (await idsOf())[0] ?? '' });
  expect(await read(path)).toBeNull();
});
