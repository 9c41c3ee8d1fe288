import { uploadFile } from '@uploadcare/upload-client';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import { uploadPath } from '#shared/constants/gallery-paths.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { createSmallPicture, useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase();
const createUploadFixture = useUploadServer(database);
const path = '/community/camera';
const withoutScripts = { Accept: 'text/html' };

async function createFixture(role?: 'guest') {
  const web = await createUploadFixture();
  const actor = await createPlayer(database.db, { role });
  return { web, actor, browser: await createSignedInVisitor(web, actor.id) };
}

const captionOf = async (id: string) =>
  (await database.db.select().from(pictures).where(eq(pictures.id, id)))[0]?.caption;

describe('/community/camera', () => {
  it('has a file input for pictures only and a caption, and explains that it needs scripts', async () => {
    const { browser } = await createFixture();
    const response = await browser.get(path);
    const html = await response.clone().text();
    expect(await textOf(response)).toMatch(/Upload a Photo.*Caption \(optional\).*Send photo/);
    expect(html).toContain(
      'type="file" accept="image/jpeg,image/png,image/webp,image/gif,image/avif"',
    );
    expect(html).toContain('Sending a picture takes scripts');
  });

  it('explains to guests that they cannot upload', async () => {
    const { browser } = await createFixture('guest');
    const html = await (await browser.get(path)).text();
    expect(html).toContain('Guests cannot do this.');
    expect(html).not.toContain('type="file"');
  });

  it('issues a token with which the real client uploads a picture, which is then posted', async () => {
    const { web, actor, browser } = await createFixture();
    const answer = await browser.get(`${path}/pass`);
    expect(answer.headers.get('Cache-Control')).toContain('no-store');
    const { publicKey, signature, expire } = await answer.json();
    expect(signature).toContain(actor.id);
    const { uuid } = await uploadFile(await createSmallPicture(), {
      publicKey,
      secureSignature: signature,
      secureExpire: expire,
      baseURL: web.origin + uploadPath,
      store: false,
    });
    expect(await (await browser.get('/community')).text()).not.toContain(uuid);
    const posted = await browser.post(
      path,
      { id: uuid, caption: '  The \u0007 hall\r\nat night ' },
      withoutScripts,
    );
    expect(posted.status).toBe(302);
    expect(posted.headers.get('Location')).toBe('/community');
    expect(await captionOf(uuid)).toBe('The hall at night');
    expect(await (await browser.get('/community')).text()).toContain(uuid);
  });

  it('issues no token to visitors and guests', async () => {
    const { web, browser } = await createFixture('guest');
    const rejected = await browser.get(`${path}/pass`);
    expect(rejected.status).toBe(403);
    expect(await rejected.json()).toEqual({
      error: 'Guests cannot do this. Register to keep your games and cards.',
    });
    const visitor = await web.visit().get(`${path}/pass`);
    expect(visitor.status).toBe(302);
    expect(visitor.headers.get('Location')).toMatch(/^\/login/);
  });

  it('posts neither another player’s picture nor one with a caption that is too long', async () => {
    const { web, actor, browser } = await createFixture();
    const other = await createPlayer(database.db);
    const theirs = await createPicture(web.ctx, { userId: other.id, publishedAt: null });
    const stolen = await browser.post(`${path}.data`, { id: theirs, caption: 'Mine' });
    expect(stolen.status).toBe(404);
    expect(await stolen.text()).toContain('picture-gone');
    expect((await browser.post(`${path}.data`, { id: 'x', caption: '' })).status).toBe(400);

    const own = await createPicture(web.ctx, { userId: actor.id, publishedAt: null });
    const long = await browser.post(`${path}.data`, { id: own, caption: 'c'.repeat(201) });
    expect(long.status).toBe(400);
    expect(await long.text()).toContain('At most 200 characters.');
    expect(await (await browser.get('/community')).text()).not.toContain(own);
    expect((await browser.post(`${path}.data`, { id: own, caption: 'c'.repeat(200) })).status).toBe(
      200,
    );
  });
});
