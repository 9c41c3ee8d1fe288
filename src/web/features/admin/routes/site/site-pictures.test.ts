import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { pictures, pictureUses, sessions, siteSettings } from '#database/schema.ts';
import { removeUnusedSitePictures } from '#domain/gallery/site-pictures/remove-unused-site-pictures.ts';
import { readSiteSettings } from '#domain/site/read-site-settings.ts';
import type { Role } from '#shared/constants/accounts/roles.ts';
import { getChosenPicture } from '#shared/schemas/administration/site-pictures.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { jpegClaimingSize, plainImage } from '#test/fixtures/generated-images.ts';
import { createSignedInVisitor } from '#test/fixtures/sign-in.ts';
import { useUploadServer } from '#test/fixtures/uploads.ts';
import { textOf } from '#test/fixtures/web-application.ts';

const database = useDatabase({ isNewForEach: true });
const startUploads = useUploadServer(database);
const path = '/admin/site/pictures';

/** A picture whose left half is red and whose right half is blue. */
async function twoHalves(width: number, height: number): Promise<Buffer> {
  const half = await plainImage(Math.floor(width / 2), height, '#0000ff')
    .png()
    .toBuffer();
  const left = Math.floor(width / 2);
  return plainImage(width, height, '#ff0000')
    .composite([{ input: half, left, top: 0 }])
    .png()
    .toBuffer();
}

async function createSite(role: Role = 'admin') {
  const server = await startUploads();
  const { id } = await createPlayer(database.db, { role });
  const reader = await createSignedInVisitor(server, id);
  const send = async (
    file: Uint8Array | null,
    fields: Record<string, string> = {},
    name = 'picture.png',
  ) => {
    const form = new FormData();
    for (const [key, value] of Object.entries({ intent: 'picture', kind: 'logo', ...fields }))
      form.set(key, value);
    form.set('picture', new File(file ? [new Uint8Array(file)] : [], name));
    const headers = { Origin: 'http://localhost:3000', Accept: 'text/html' };
    return reader.send(path, { method: 'POST', body: form, headers });
  };
  const settings = async () => {
    const { logo, banner } = await readSiteSettings(database.db);
    return { logo: getChosenPicture(logo), banner: getChosenPicture(banner) };
  };
  return { ...server, reader, send, settings, visitor: server.visit() };
}

const rightHalf = { left: '5000', top: '0', width: '5000', height: '10000' };

describe('a logo and a banner', () => {
  it('are cut by the server to their sizes, from the part that was chosen', async () => {
    const { send, settings, origin } = await createSite();
    expect(await textOf(await send(await twoHalves(1200, 600), rightHalf))).toContain('Saved.');
    const { logo } = await settings();
    expect(logo).toMatchObject({
      full: { width: 512, height: 512 },
      thumbnail: { width: 128, height: 128 },
      text: '',
    });
    const response = await fetch(origin + logo?.full.path);
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const { channels } = await sharp(Buffer.from(await response.arrayBuffer())).stats();
    expect(Math.round(channels[0]?.mean ?? 255)).toBeLessThan(10);
    expect(Math.round(channels[2]?.mean ?? 0)).toBeGreaterThan(240);

    await send(await twoHalves(1200, 900), { kind: 'banner', text: 'Two  halves' });
    expect((await settings()).banner).toMatchObject({
      full: { width: 1200, height: 400 },
      thumbnail: { width: 960, height: 320 },
      text: 'Two halves',
    });
  });

  it('appear in the header, the icons, the manifest, previews of links and the shop, until they are removed', async () => {
    const { send, reader, visitor, settings } = await createSite();
    const before = await (await visitor.get('/')).text();
    expect(before).toContain('href="/art/favicon.svg"');
    await send(await twoHalves(600, 600), { text: 'A "knight"' });
    await send(await twoHalves(1800, 600), { kind: 'banner' });
    const { logo, banner } = await settings();
    const shop = await (await visitor.get('/')).text();
    expect(shop).toContain(`rel="icon" href="${logo?.thumbnail.path}"`);
    expect(shop).toContain(`src="${logo?.thumbnail.path}" alt="A &quot;knight&quot;" width="128"`);
    expect(shop).toContain(`property="og:image" content="http://localhost`);
    expect(shop).toContain(logo?.full.path ?? '-');
    expect(shop).toContain(`src="${banner?.full.path}"`);
    expect(shop).not.toContain('/art/favicon.svg');
    const manifest = await (await visitor.get('/manifest.webmanifest')).json();
    expect(manifest.icons[0]).toEqual({
      src: logo?.full.path,
      type: 'image/webp',
      sizes: '512x512',
    });
    const icon = await visitor.get('/apple-touch-icon.png');
    const { channels } = await sharp(Buffer.from(await icon.arrayBuffer())).stats();
    const means = channels.map(({ mean }) => Math.round(mean));
    expect(means[1]).toBeLessThan(10);
    for (const kind of ['logo', 'banner'])
      await reader.post(path, { intent: 'remove-picture', kind });
    await vi.waitFor(async () => {
      const page = await (await visitor.get('/')).text();
      expect(page).toContain('href="/art/favicon.svg"');
      expect(page).not.toContain(banner?.full.path);
    });
  });

  it('are undone to the picture before, which is stored until then, and no longer', async () => {
    const { send, reader, settings, ctx } = await createSite();
    const clean = async () => {
      const clock = { now: () => new Date(ctx.clock.now().getTime() + 2 * 60 * 60_000) };
      await removeUnusedSitePictures({ db: database.db, clock });
      const rows = await database.db.select().from(pictures);
      return new Set(rows.filter(({ removedAt }) => removedAt === null).map(({ id }) => id));
    };
    await send(await plainImage(300, 300, '#111').png().toBuffer());
    const first = (await settings()).logo?.id ?? '';
    await send(await plainImage(300, 300, '#222').png().toBuffer());
    const second = (await settings()).logo?.id ?? '';
    await send(await plainImage(300, 300, '#333').png().toBuffer());
    const third = (await settings()).logo?.id ?? '';
    expect(await clean()).toEqual(new Set([second, third]));
    expect(first).not.toBe(second);
    const page = await (await reader.get(path)).text();
    const [, id = ''] =
      /value="undo"\/><input type="hidden" name="id" value="([^"]+)"/.exec(page) ?? [];
    await reader.post(path, { intent: 'undo', id });
    expect((await settings()).logo?.id).toBe(second);
    expect(await clean()).toEqual(new Set([second, third]));
    // The same form again, from another tab.
    expect((await reader.post(path, { intent: 'undo', id })).status).toBe(409);
    expect((await settings()).logo?.id).toBe(second);
    const uses = await database.db.select().from(pictureUses);
    expect(uses.every(({ usedBy }) => usedBy === 'site-setting:logo')).toBe(true);
  });
});

describe('a form with a logo', () => {
  it.each(['guest', 'player', 'moderator'] as const)('does not exist for a %s', async (role) => {
    const { reader, send, settings } = await createSite(role);
    expect((await reader.get(path)).status).toBe(404);
    expect((await send(await plainImage(200, 200).png().toBuffer())).status).toBe(404);
    expect((await settings()).logo).toBeNull();
    expect(await database.db.$count(pictures)).toBe(0);
  });

  it('needs a fresh proof of identity before anything is decoded', async () => {
    const { send, settings } = await createSite();
    await database.db.update(sessions).set({ provenAt: null });
    const answer = await send(await plainImage(200, 200).png().toBuffer());
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await settings()).logo).toBeNull();
    expect(await database.db.$count(pictures)).toBe(0);
  });

  it('with a part that is no rectangle in the picture changes nothing', async () => {
    const { send, settings } = await createSite();
    const file = await plainImage(400, 400).png().toBuffer();
    const parts: Record<string, Partial<typeof rightHalf>> = {
      negative: { left: '-1' },
      'beyond the picture': { left: '5001', width: '5000' },
      empty: { width: '0' },
      'no whole number': { top: '1e3' },
      'a fraction': { height: '0.5' },
      enormous: { width: '99999999999999999999' },
      incomplete: { height: '' },
      'a text': { left: 'NaN' },
    };
    for (const [name, wrong] of Object.entries(parts)) {
      const part = { left: '0', top: '0', width: '5000', height: '5000', ...wrong };
      const answer = await send(file, part);
      const text = await textOf(answer);
      expect({
        name,
        status: answer.status,
        isExplained: text.includes('Choose the part of the picture again.'),
        logo: (await settings()).logo,
        pictures: await database.db.$count(pictures),
      }).toEqual({ name, status: 400, isExplained: true, logo: null, pictures: 0 });
    }
  });

  it('with a part of some pixels, another kind or background, or no file changes nothing', async () => {
    const { send, settings } = await createSite();
    const file = await plainImage(400, 400).png().toBuffer();
    const tiny = { left: '0', top: '0', width: '10', height: '10' };
    expect(await textOf(await send(file, tiny))).toContain('The chosen part is too small.');
    expect((await send(file, { kind: 'favicon' })).status).toBe(400);
    expect((await send(file, { background: 'url(x)' })).status).toBe(400);
    expect(await textOf(await send(null))).toContain('Choose a picture.');
    expect(await settings()).toMatchObject({ logo: null, banner: null });
    expect(await database.db.$count(pictures)).toBe(0);
  });

  it('refuses what is no picture, broken, or larger than it says', async () => {
    const { send, settings } = await createSite();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"/>');
    const jpeg = await plainImage(400, 400).jpeg().toBuffer();
    const files: [Buffer, string][] = [
      [svg, 'logo.svg'],
      [svg, 'logo.png'],
      [Buffer.from('<?xml version="1.0"?><!DOCTYPE svg SYSTEM "file:///etc/passwd">'), 'x.png'],
      [jpeg.subarray(0, 300), 'broken.jpg'],
      [jpegClaimingSize(jpeg, 60_000, 60_000), 'bomb.jpg'],
      [Buffer.alloc(10_000_001, 1), 'huge.png'],
    ];
    for (const [bytes, name] of files) {
      const answer = await send(bytes, {}, name);
      expect([413, 422, 415, 400], name).toContain(answer.status);
    }
    expect((await settings()).logo).toBeNull();
    expect(await database.db.$count(pictures, eq(pictures.purpose, 'site'))).toBe(0);
    expect(await database.db.$count(siteSettings)).toBe(0);
  });
});
