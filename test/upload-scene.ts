import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { createDiskFiles } from '#adapters/files/disk-files.ts';
import { createDiskWorkrooms } from '#adapters/files/disk-workrooms.ts';
import { createPictureImages } from '#adapters/images/images.ts';
import type { Database } from '#db/client.ts';
import type { Actor } from '#domain/context.ts';
import { collectAbandoned } from '#domain/pictures/collect-abandoned.ts';
import { issueUploadPass } from '#domain/pictures/upload-signature.ts';
import { createApp } from '#server/http.ts';
import type { Services } from '#server/services.ts';
import { photosPath, uploadPath } from '#shared/upload-addresses.ts';
import { createPlayer } from './factories.ts';
import { plain } from './made-pictures.ts';
import { createWeb } from './web.ts';

/** A real server on a port of its own that takes uploads, and its disk; all of it ends with the test. */
export function useUploads(database: { readonly db: Database }) {
  let root = '';
  const ends: (() => Promise<unknown> | unknown)[] = [];
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'guildhall-uploads-'));
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  return async function uploadScene(overrides: Partial<Services> = {}) {
    const { db } = database;
    const folder = await mkdtemp(path.join(root, 'data-'));
    const web = createWeb(db, {
      files: createDiskFiles(path.join(folder, 'gallery')),
      workrooms: createDiskWorkrooms(path.join(folder, 'work')),
      images: createPictureImages({ script: path.resolve('src/adapters/images/reader.ts') }),
      ...overrides,
    });
    const app = createApp(web.services, { clientDirectory: './build/client', ready: () => true });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    ends.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    /** What the real client is told to upload as `actor`. */
    async function optionsOf(actor: Actor) {
      const { publicKey, signature, expire } = await issueUploadPass({ ...web.ctx, actor });
      return {
        publicKey,
        secureSignature: signature,
        secureExpire: expire,
        baseURL: origin + uploadPath,
        baseCDN: origin + photosPath,
        store: false,
      };
    }

    return {
      ...web,
      origin,
      folder,
      optionsOf,
      /** A player and what the real client is told to upload in that name. */
      async createUploader(values: Parameters<typeof createPlayer>[1] = {}) {
        const actor = await createPlayer(db, values);
        return { actor, ctx: { ...web.ctx, actor }, options: await optionsOf(actor) };
      },
      /** Files on the disk, by their paths. */
      async filesLeft() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        return entries
          .filter((entry) => entry.isFile())
          .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
      },
      /** Clears away what was abandoned, as in an hour. */
      async collectLater(minutes = 61) {
        web.ctx.testClock.advance(minutes * 60_000);
        await collectAbandoned(web.ctx);
      },
    };
  };
}

/** A small JPEG. */
export function smallPicture(width = 64, height = 40): Promise<Buffer> {
  return plain(width, height).jpeg().toBuffer();
}
