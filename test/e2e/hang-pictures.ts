import { readdir, readFile } from 'node:fs/promises';
import { uploadFile } from '@uploadcare/upload-client';
import type { APIRequestContext } from 'playwright-core';
import { uploadPath } from '#shared/upload-addresses.ts';
import { photoOf } from '../../scripts/demo/photo-of.ts';

interface Hung {
  caption: string;
  bytes: Buffer;
}

/** Adds pictures to the gallery as whoever is logged in by `request`; the last is the newest. */
export async function hangPictures(
  request: APIRequestContext,
  origin: string,
  pictures: readonly Hung[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const { caption, bytes } of pictures) {
    const pass = await (await request.get(`${origin}/community/camera/pass`)).json();
    const { uuid } = await uploadFile(bytes, {
      publicKey: pass.publicKey,
      secureSignature: pass.signature,
      secureExpire: pass.expire,
      baseURL: origin + uploadPath,
      store: false,
    });
    const answer = await request.post(`${origin}/community/camera`, {
      form: { id: uuid, caption },
      headers: { Origin: origin, Accept: 'text/html' },
      maxRedirects: 0,
    });
    if (answer.status() >= 400) throw new Error(`Posting was answered ${answer.status()}.`);
    ids.push(uuid);
  }
  return ids;
}

/** Forms that cameras and screens have: landscape, upright, square, panorama, tall. */
const forms = [
  [1600, 1200],
  [1080, 1440],
  [1920, 1080],
  [1200, 1200],
  [2400, 900],
  [900, 1600],
] as const;

/** Pictures with something in them: scenes of games, in the forms that players take them in. */
export async function somePictures(captions: readonly string[]): Promise<Hung[]> {
  const folder = 'public/art/scenes';
  const names = (await readdir(folder)).filter((name) => name.endsWith('.svg')).toSorted();
  return Promise.all(
    captions.map(async (caption, at) => {
      const drawn = await readFile(`${folder}/${names[(at * 17) % names.length]}`);
      const form = forms[at % forms.length] ?? forms[0];
      const bytes = await photoOf(drawn, form);
      return { caption, bytes };
    }),
  );
}
