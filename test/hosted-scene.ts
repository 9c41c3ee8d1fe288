import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { uploadFile } from '@uploadcare/upload-client';
import { afterEach } from 'vitest';
import { createDiskFiles } from '#adapters/files/disk-files.ts';
import { createDiskWorkrooms } from '#adapters/files/disk-workrooms.ts';
import { createUploadcare } from '#adapters/uploadcare/uploadcare.ts';
import type { Database } from '#db/client.ts';
import type { Actor } from '#domain/context.ts';
import type { HostedFiles } from '#domain/pictures/hosted-files.ts';
import { publicKeyOf, secretKeyOf } from '#domain/pictures/keys.ts';
import { issueUploadPass } from '#domain/pictures/upload-signature.ts';
import { readConfig } from '#server/config.ts';
import { createApp } from '#server/http.ts';
import { smallPicture, useUploads } from './upload-scene.ts';
import { createWeb } from './web.ts';

/** A house whose pictures are with a hosted service, and a second house in the service's place. */
export function useHosted(
  database: { readonly db: Database },
  serviceDatabase: { readonly db: Database },
) {
  const serviceScene = useUploads(serviceDatabase);
  const ends: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
  });

  /** `change` makes the service worse than it is. */
  return async function hostedScene(
    change: (good: HostedFiles) => Partial<HostedFiles> = () => ({}),
  ) {
    // Each has to know where the other is before it is made.
    let listener: RequestListener = () => {};
    const server = createServer((request, response) => listener(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ends.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const folder = await mkdtemp(path.join(tmpdir(), 'guildhall-hosted-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));

    const service = await serviceScene({ config: readConfig({ CORS_ORIGINS: origin }) });
    const { secret } = service.ctx;
    const config = readConfig({
      UPLOADCARE_PUBLIC_KEY: publicKeyOf(secret),
      UPLOADCARE_SECRET_KEY: secretKeyOf(secret),
      UPLOADCARE_UPLOAD_URL: `${service.origin}/api/upload`,
      UPLOADCARE_API_URL: service.origin,
      UPLOADCARE_CDN_URL: `${service.origin}/photos`,
    });
    if (!config.uploadcare) throw new Error('The service is not set.');
    const log = service.services.log;
    const good = createUploadcare({ ...config.uploadcare, log, repeatDelayMs: 1 });
    const web = createWeb(database.db, {
      config,
      secret: 'another-secret-another-secret-another',
      files: createDiskFiles(path.join(folder, 'gallery')),
      workrooms: createDiskWorkrooms(path.join(folder, 'work')),
      hostedFiles: { ...good, ...change(good) },
    });
    // Between the two, requests are dated by the machine's clock.
    for (const { ctx } of [web, service]) {
      ctx.testClock.advance(Date.now() - ctx.clock.now().getTime());
    }
    const app = createApp(web.services, { clientDirectory: './build/client', ready: () => true });
    listener = getRequestListener(app.fetch);

    return {
      ...web,
      origin,
      service,
      good,
      as: (actor: Actor) => ({ ...web.ctx, actor }),
      /** Files on the house's own disk. */
      async filesLeft() {
        const entries = await readdir(folder, { recursive: true, withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      },
      /** Uploads as the web does, in the name of `actor`; answers the file's id. */
      async upload(actor: Actor, bytes?: Buffer, metadata?: Record<string, string>) {
        const pass = await issueUploadPass({ ...web.ctx, actor });
        const { uuid } = await uploadFile(bytes ?? (await smallPicture()), {
          publicKey: pass.publicKey,
          secureSignature: pass.signature,
          secureExpire: pass.expire,
          baseURL: pass.uploadUrl ?? '',
          metadata: metadata ?? pass.metadata,
          store: false,
        });
        return uuid;
      },
    };
  };
}
