import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { pictures, uploads } from '#database/schema.ts';
import { derivePublicKey, sign } from '#domain/gallery/file-rest-api/service-keys.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { useDatabase } from '../fixtures/database.ts';
import {
  createMatrixFixture,
  type MatrixFixture,
  type MatrixRole,
  roles,
} from './matrix-fixture.ts';

// Signed requests of the upload API and requests of the file API, as each role. Their routes without a
// signature are in `served-routes.test.ts`.

const database = useDatabase();
let fixture: MatrixFixture;
let pictureId: string;
let ownerId: string;

beforeAll(async () => {
  fixture = await createMatrixFixture(database.db);
  ownerId = fixture.owners[0]?.actor.id ?? '';
  pictureId = await createOwnersPicture();
});

/** A picture of an owner, posted in the gallery. */
async function createOwnersPicture(): Promise<string> {
  const [id, now] = [randomUUID(), fixture.ctx.clock.now()];
  const size = { fullWidth: 1, fullHeight: 1, thumbnailWidth: 1, thumbnailHeight: 1 };
  const times = { uploadedAt: now, keptAt: now, publishedAt: now };
  await database.db.insert(pictures).values({
    ...size,
    ...times,
    id,
    userId: ownerId,
    name: 'secret-name.png',
    kind: 'image/png',
    bytes: 1,
    fullBytes: 1,
    fullHash: 'a'.repeat(64),
    thumbnailBytes: 1,
    thumbnailHash: 'b'.repeat(64),
    metadata: { album: 'secret album' },
  });
  return id;
}

/** Announces a file to the upload API with the browser of a role. */
function startUpload(role: MatrixRole, userId: string, change: Record<string, string> = {}) {
  const keys = fixture.ctx.keys.current;
  const expire = String(Math.floor(fixture.ctx.clock.now().getTime() / 1000) + 600);
  return fixture.browserOf(role).post('/api/upload/multipart/start/', {
    UPLOADCARE_PUB_KEY: derivePublicKey(keys),
    signature: `${userId}.${sign(keys, 'pass', userId, expire)}`,
    expire,
    filename: 'photo.png',
    size: String(uploadConstants.multipartBytesMin),
    ...change,
  });
}

const countUploads = (userId: string) => database.db.$count(uploads, eq(uploads.userId, userId));

describe.each(roles)('a %s', (role) => {
  it('uploads with an own signature, except for guests', async () => {
    const actor = fixture.actors[role];
    if (!actor) return expect(role).toBe('visitor');
    const { status } = await startUpload(role, actor.id);
    expect([status, await countUploads(actor.id)]).toEqual(role === 'guest' ? [403, 0] : [200, 1]);
  });

  it('does not upload in the name of somebody else, or with a changed or old signature', async () => {
    const id = fixture.actors[role]?.id ?? randomUUID();
    const keys = fixture.ctx.keys.current;
    const expire = String(Math.floor(fixture.ctx.clock.now().getTime() / 1000) + 600);
    const past = String(Number(expire) - 1_200);
    const before = await database.db.$count(uploads);
    for (const [userId, change] of [
      // The own signature under the id of the owner, for a longer time, and of another purpose.
      [ownerId, { signature: `${ownerId}.${sign(keys, 'pass', id, expire)}` }],
      [id, { expire: String(Number(expire) + 60) }],
      [id, { signature: `${id}.${sign(keys, 'part', id, expire)}` }],
      [id, { signature: `${id}.${'0'.repeat(64)}` }],
      [id, { expire: past, signature: `${id}.${sign(keys, 'pass', id, past)}` }],
      [id, { UPLOADCARE_PUB_KEY: 'another' }],
    ] as const) {
      expect([403, 401]).toContain((await startUpload(role, userId, change)).status);
    }
    expect(await database.db.$count(uploads)).toBe(before);
  });

  it('sees neither name nor metadata of a picture of somebody else', async () => {
    const key = derivePublicKey(fixture.ctx.keys.current);
    const path = `/api/upload/info/?pub_key=${key}&file_id=${pictureId}`;
    const text = await (await fixture.browserOf(role).get(path)).text();
    expect(text).toContain(pictureId);
    expect(text).not.toContain('secret');
  });

  it('reads and deletes nothing with the file API, whose key only the operator has', async () => {
    const browser = fixture.browserOf(role);
    const publicKey = derivePublicKey(fixture.ctx.keys.current);
    const date = fixture.ctx.clock.now().toUTCString();
    const forged: Record<string, string>[] = [
      {},
      { Authorization: `Uploadcare.Simple ${publicKey}:${publicKey}` },
      { Authorization: `Uploadcare ${publicKey}:${'0'.repeat(40)}`, Date: date },
    ];
    for (const headers of forged) {
      for (const [method, path] of [
        ['GET', '/files/'],
        ['GET', `/files/${pictureId}/`],
        ['PUT', `/files/${pictureId}/storage/`],
        ['DELETE', `/files/${pictureId}/storage/`],
      ] as const) {
        const { status } = await browser.send(path, { method, headers });
        expect([method, path, status]).toEqual([method, path, 401]);
      }
    }
    const [picture] = await database.db
      .select({ removedAt: pictures.removedAt })
      .from(pictures)
      .where(eq(pictures.id, pictureId));
    expect(picture?.removedAt).toBeNull();
  });
});
