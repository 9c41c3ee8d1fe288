import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import { derivePublicKey } from '#domain/gallery/file-rest-api/service-keys.ts';
import { useDatabase } from '../fixtures/database.ts';
import { createPicture } from '../fixtures/gallery.ts';
import { createMatrixFixture, type MatrixFixture, roles } from './matrix-fixture.ts';

// Pictures of an owner that are not in the gallery, as each role that knows their ids and hashes.

const database = useDatabase();
let fixture: MatrixFixture;
let ownerName: string;

/** The states in which a picture is for nobody else. */
const states = {
  'not posted': () => ({ publishedAt: null }),
  'taken down': () => ({ removedAt: fixture.ctx.clock.now() }),
  'not stored completely': () => ({ publishedAt: null, keptAt: null }),
};
type State = keyof typeof states;
const ids = new Map<State, string>();

beforeAll(async () => {
  fixture = await createMatrixFixture(database.db);
  const owner = fixture.owners[0]?.actor;
  ownerName = owner?.username ?? '';
  for (const state of Object.keys(states) as State[]) {
    const values = { userId: owner?.id ?? '', caption: 'secret caption', ...states[state]() };
    ids.set(state, await createPicture(fixture.ctx, values));
  }
});

async function readPicture(state: State) {
  const id = ids.get(state) ?? '';
  const [picture] = await database.db.select().from(pictures).where(eq(pictures.id, id));
  if (!picture) throw new Error('The picture is missing.');
  return picture;
}

describe.each(Object.keys(states) as State[])('a picture that is %s', (state) => {
  it.each(roles)('is neither shown to a %s nor listed', async (role) => {
    const browser = fixture.browserOf(role);
    const { id } = await readPicture(state);
    for (const path of [`/photos/${id}/`, `/photos/${id}/-/preview/480x480/`]) {
      const { status } = await browser.get(path);
      expect([path, status]).toEqual([path, 404]);
    }
    const page = await browser.get(`/community/pictures/${id}`);
    // The pages of pictures ask visitors to log in first, for any id.
    expect(page.status).toBe(role === 'visitor' ? 302 : 404);
    for (const path of ['/community', '/community/pictures', `/profile/${ownerName}`]) {
      const text = await (await browser.get(path)).text();
      expect([path, text.includes(id), text.includes('secret caption')]).toEqual([
        path,
        false,
        false,
      ]);
    }
  });

  it.each(roles)('is posted or deleted by no %s', async (role) => {
    const browser = fixture.browserOf(role);
    const before = await readPicture(state);
    const { id } = before;
    const forms: [path: string, fields: Record<string, string>][] = [
      ['/community/camera', { picture: id, id, caption: 'of a stranger' }],
      [`/community/pictures/${id}`, { intent: 'delete', reason: 'because' }],
    ];
    for (const [path, fields] of forms) {
      const { status } = await browser.post(path, fields);
      expect([path, status, [302, 400, 403, 404].includes(status)]).toEqual([path, status, true]);
    }
    expect(await readPicture(state)).toEqual(before);
  });
});

describe.each(roles)('a %s', (role) => {
  it('gets no file of a picture that was taken down, also with its hash', async () => {
    const browser = fixture.browserOf(role);
    const { id, fullHash, thumbnailHash } = await readPicture('taken down');
    for (const hash of [fullHash, thumbnailHash]) {
      expect((await browser.get(`/photos/${id}/${hash}.webp`)).status).toBe(404);
    }
    const key = derivePublicKey(fixture.ctx.keys.current);
    const info = await browser.get(`/api/upload/info/?pub_key=${key}&file_id=${id}`);
    expect(info.status).toBe(404);
  });

  it('gets no file of another picture with a hash that is not its own', async () => {
    const browser = fixture.browserOf(role);
    const [own, other] = [await readPicture('not posted'), await readPicture('taken down')];
    expect((await browser.get(`/photos/${own.id}/${other.fullHash}.webp`)).status).toBe(404);
    expect((await browser.get(`/photos/${own.id}/${'0'.repeat(64)}.webp`)).status).toBe(404);
  });
});
