import { beforeAll, describe, expect, it } from 'vitest';
import { downloadFiles, gameDownloads, ownedGames } from '#database/schema.ts';
import {
  downloadPath,
  downloadUploadPath,
  webGameUploadPath,
} from '#shared/constants/game-library/download-paths.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPlayer } from '../fixtures/factories.ts';
import {
  createMatrixFixture,
  type MatrixFixture,
  type MatrixRole,
  roles,
} from './matrix-fixture.ts';
import { createSiteGame } from './owners-things.ts';

// The routes of downloads: who gets the files of a game, and who adds them. The statuses are those of the file of a
// game that only `owner` has bought, of a game that this role has bought too, and of an upload.
const table: Record<MatrixRole, [foreign: number, owned: number, upload: number]> = {
  visitor: [302, 302, 405],
  guest: [403, 200, 405],
  player: [403, 200, 405],
  friend: [403, 200, 405],
  blocked: [403, 200, 405],
  editor: [403, 200, 200],
  moderator: [403, 200, 405],
  admin: [403, 200, 200],
};

const database = useDatabase();
let fixture: MatrixFixture;
let foreign: { gameId: number; downloadId: string };
let owned: { gameId: number; downloadId: string };

beforeAll(async () => {
  fixture = await createMatrixFixture(database.db);
  [foreign, owned] = [await createDownload(), await createDownload()];
  const { actors } = fixture;
  for (const actor of Object.values(actors)) if (actor) await give(actor.id, owned.gameId);
  await give((await createPlayer(database.db)).id, foreign.gameId);
});

const give = (userId: string, gameId: number) =>
  database.db
    .insert(ownedGames)
    .values({ userId, gameId, transferId: crypto.randomUUID(), boughtAt: new Date(), price: 0 });

async function createDownload() {
  const { gameId } = await createSiteGame(fixture);
  const form = new FormData();
  form.append('name', 'Windows');
  form.append('file', new File(['content'], 'secret-name.zip'));
  const sent = await sendForm('editor', gameId, form);
  const { downloadId } = await sent.json();
  return { gameId, downloadId };
}

const sendForm = (role: MatrixRole, gameId: number, body: FormData, toPath = downloadUploadPath) =>
  fixture.browserOf(role).send(toPath(gameId), {
    method: 'POST',
    headers: { Origin: 'http://localhost:3000', Accept: 'application/json' },
    body,
  });

describe.each(roles)('a %s', (role) => {
  const [foreignStatus, ownedStatus, uploadStatus] = table[role];

  it('gets the files of owned games only', async () => {
    const read = async ({ gameId, downloadId }: typeof owned) => {
      const response = await fixture.browserOf(role).get(downloadPath(gameId, downloadId));
      const text = await response.text();
      expect(text === 'content').toBe(response.status === 200);
      return response.status;
    };
    expect([await read(foreign), await read(owned)]).toEqual([foreignStatus, ownedStatus]);
  });

  it('adds files only as an editor', async () => {
    const rows = async () => [
      await database.db.$count(downloadFiles),
      await database.db.$count(gameDownloads),
    ];
    const before = await rows();
    const form = new FormData();
    form.append('name', 'Linux');
    form.append('file', new File(['other'], 'other.zip'));
    const { status } = await sendForm(role, owned.gameId, form);
    const added = status === 200 ? 1 : 0;
    expect(status).toBe(uploadStatus);
    expect(await rows()).toEqual(before.map((count) => count + added));
  });

  it('uploads web games only as an editor, and never without GAMES_ORIGIN', async () => {
    const form = new FormData();
    form.append('file', new File(['content'], 'game.zip'));
    const { status } = await sendForm(role, owned.gameId, form, webGameUploadPath);
    expect(status).toBe(uploadStatus === 200 ? 409 : uploadStatus);
  });
});
