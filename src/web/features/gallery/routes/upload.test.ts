import { uploadFile } from '@uploadcare/upload-client';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import { uploadPath } from '#shared/constants/gallery-paths.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createPicture } from '#test/fixtures/gallery.ts';
import { signedIn } from '#test/fixtures/sign-in.ts';
import { smallPicture, useUploads } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web.ts';

const database = useDatabase();
const uploadScene = useUploads(database);
const path = '/community/camera';
const plain = { Accept: 'text/html' };

async function scene(role?: 'guest') {
  const web = await uploadScene();
  const actor = await createPlayer(database.db, { role });
  return { web, actor, browser: await signedIn(web, actor.id) };
}

const captionOf = async (id: string) =>
  (await database.db.select().from(pictures).where(eq(pictures.id, id)))[0]?.caption;

describe('/community/camera', () => {
  it('has a chooser for pictures alone, a caption, and says that it takes scripts', async () => {
    const { browser } = await scene();
    const response = await browser.get(path);
    const html = await response.clone().text();
    expect(await textOf(response)).toMatch(/Upload a Photo.*Caption \(optional\).*Send photo/);
    expect(html).toContain(
      'type="file" accept="image/jpeg,image/png,image/webp,image/gif,image/avif"',
    );
    expect(html).toContain('Sending a picture takes scripts');
  });

  it('tells guests that they cannot', async () => {
    const { browser } = await scene('guest');
    const html = await (await browser.get(path)).text();
    expect(html).toContain('Guests cannot do this.');
    expect(html).not.toContain('type="file"');
  });

  it('gives a pass with which the real client uploads, to be posted with a caption', async () => {
    const { web, actor, browser } = await scene();
    const answer = await browser.get(`${path}/pass`);
    expect(answer.headers.get('Cache-Control')).toContain('no-store');
    const { publicKey, signature, expire } = await answer.json();
    expect(signature).toContain(actor.id);
    const { uuid } = await uploadFile(await smallPicture(), {
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
      plain,
    );
    expect(posted.status).toBe(302);
    expect(posted.headers.get('Location')).toBe('/community');
    expect(await captionOf(uuid)).toBe('The hall at night');
    expect(await (await browser.get('/community')).text()).toContain(uuid);
  });

  it('gives no pass to visitors and to guests', async () => {
    const { web, browser } = await scene('guest');
    const refused = await browser.get(`${path}/pass`);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toEqual({
      refusal: 'Guests cannot do this. Register to keep your games and cards.',
    });
    const visitor = await web.visit().get(`${path}/pass`);
    expect(visitor.status).toBe(302);
    expect(visitor.headers.get('Location')).toMatch(/^\/login/);
  });

  it('posts nobody else’s picture, and none with a caption that is too long', async () => {
    const { web, actor, browser } = await scene();
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
