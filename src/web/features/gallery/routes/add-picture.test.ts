import { uploadFile } from '@uploadcare/upload-client';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { pictures } from '#database/schema.ts';
import { uploadApiPath } from '#shared/constants/gallery/gallery-paths.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { fileHeader, formType } from '#test/fixtures/download-receiver.ts';
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
  it('has a file input for pictures only and a caption', async () => {
    const { browser } = await createFixture();
    const response = await browser.get(path);
    const html = await response.clone().text();
    expect(await textOf(response)).toMatch(/Upload a Photo.*Caption \(optional\).*Send photo/);
    expect(html).toContain(
      'type="file" accept="image/jpeg,image/png,image/webp,image/gif,image/avif"',
    );
    expect(html).toContain('name="picture"');
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
      baseURL: web.origin + uploadApiPath,
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

  describe('without scripts', () => {
    const [ownOrigin, html] = ['http://localhost:3000', 'text/html,application/xhtml+xml'];

    async function createForm(role?: 'guest') {
      const fixture = await createFixture(role);
      const { browser, actor } = fixture;
      const send = (content: BlobPart, { caption = '', origin = ownOrigin } = {}) => {
        const body = new FormData();
        body.append('picture', new File([content], 'photo.jpg'));
        body.append('caption', caption);
        const headers = { Origin: origin, Accept: html };
        return browser.send(path, { method: 'POST', body, headers });
      };
      const listOwn = () =>
        database.db.select().from(pictures).where(eq(pictures.userId, actor.id));
      return { ...fixture, send, listOwn };
    }

    it('posts the picture of the form without its metadata, and leaves no other file', async () => {
      const { send, listOwn, web, browser } = await createForm();
      const secret = 'taken at home';
      const exif = { IFD0: { ImageDescription: secret } };
      const photo = await sharp(await createSmallPicture())
        .withExif(exif)
        .jpeg()
        .toBuffer();
      expect(photo.includes(secret)).toBe(true);
      const sent = await send(new Uint8Array(photo), { caption: ' The hall ' });
      expect([sent.status, sent.headers.get('Location')]).toEqual([302, '/community']);
      const [picture] = await listOwn();
      expect(picture).toMatchObject({ caption: 'The hall', name: 'photo.jpg', kind: 'image/jpeg' });
      expect(picture?.publishedAt).not.toBeNull();
      expect(await (await browser.get('/community')).text()).toContain(picture?.id);
      const files = await web.filesLeft();
      expect(files).toHaveLength(2);
      for (const { hash } of [{ hash: picture?.fullHash }, { hash: picture?.thumbnailHash }])
        expect(files.some((file) => file.includes(String(hash)))).toBe(true);
    });

    it('keeps the caption and says what is wrong with the file, of which nothing is left', async () => {
      const { send, listOwn, web } = await createForm();
      const expectRefused = async (content: BlobPart, status: number, text: string) => {
        const refused = await send(content, { caption: 'The hall' });
        const page = await refused.text();
        expect(refused.status).toBe(status);
        expect(page).toContain(text);
        expect(page).toContain('value="The hall"');
        expect(await listOwn()).toEqual([]);
        await expect.poll(() => web.filesLeft()).toEqual([]);
      };
      await expectRefused('<!doctype html>', 415, 'This is not a picture that we know');
      await expectRefused('', 400, 'Choose a picture first.');
    });

    it('checks the caption before it decodes the picture', async () => {
      const { send, listOwn } = await createForm();
      const refused = await send('no picture', { caption: 'c'.repeat(201) });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toContain('At most 200 characters.');
      expect(await listOwn()).toEqual([]);
    });

    it('refuses a file that is too large while it arrives', async () => {
      const { send, web } = await createForm();
      const refused = await send(new Uint8Array(uploadConstants.bytesMax + 1));
      expect([refused.status, (await refused.text()).includes('50 MB at most')]).toEqual([
        413,
        true,
      ]);
      await expect.poll(() => web.filesLeft()).toEqual([]);
    });

    it('stores nothing of guests, visitors and other sites', async () => {
      const guest = await createForm('guest');
      expect((await guest.send(new Uint8Array(300_000))).status).toBe(413);
      const { send, web, browser } = await createForm();
      expect((await send('x', { origin: 'https://elsewhere.example' })).status).toBe(403);
      browser.cookie = null;
      expect((await send(new Uint8Array(300_000))).status).toBe(413);
      for (const site of [web, guest.web]) expect(await site.filesLeft()).toEqual([]);
    });

    it('receives two files of an account at once', async () => {
      const { browser, web, send } = await createForm();
      const started: ReadableStreamDefaultController[] = [];
      const start = () => {
        const body = new ReadableStream({
          start: (controller) => {
            started.push(controller);
            controller.enqueue(Buffer.from(`${fileHeader('a.jpg')}xyz`));
          },
        });
        const headers = { ...formType, Origin: ownOrigin, Accept: html };
        return browser.send(path, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
      };
      const sending = [start(), start()];
      await expect.poll(async () => (await web.filesLeft()).length).toBe(2);
      const refused = await send('x');
      expect([refused.status, await textOf(refused)]).toEqual([
        429,
        expect.stringContaining('Two of your pictures are on their way already.'),
      ]);
      for (const controller of started) controller.error(new Error('The browser has left.'));
      await Promise.all(sending);
      await expect.poll(() => web.filesLeft()).toEqual([]);
    });
  });
});
