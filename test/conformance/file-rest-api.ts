import { UploadcareAuthSchema, UploadcareSimpleAuthSchema } from '@uploadcare/rest-client';
import type { Database } from '#database/client.ts';
import { pictures } from '#database/schema.ts';
import { derivePublicKey, deriveSecretKey } from '#domain/gallery/file-rest-api/service-keys.ts';
import { createPlayer } from '../fixtures/factories.ts';
import { useUploadServer } from '../fixtures/uploads.ts';

/** Starts real servers for the real client of the file REST API. They end with the test. */
export function useFileService(database: { readonly db: Database }) {
  const startUploadServer = useUploadServer(database);

  /** Starts a server without pictures, with service keys and the settings of the real client. */
  return async function startFileService(overrides: Parameters<typeof startUploadServer>[0] = {}) {
    const fixture = await startUploadServer(overrides);
    await database.db.delete(pictures);
    // The client signs requests with the time of the machine's clock.
    fixture.ctx.testClock.advance(Date.now() - fixture.ctx.clock.now().getTime());
    const { current } = fixture.ctx.keys;
    const keys = { publicKey: derivePublicKey(current), secretKey: deriveSecretKey(current) };
    const settings = {
      apiBaseURL: fixture.origin,
      authSchema: new UploadcareAuthSchema(keys),
      retryThrottledRequestMaxTimes: 0,
      retryNetworkErrorMaxTimes: 0,
    };
    const simple = { ...settings, authSchema: new UploadcareSimpleAuthSchema(keys) };
    return { ...fixture, keys, settings, simple, uploader: await createPlayer(database.db) };
  };
}

/** The ids of files of the API or of rows. */
export const idsOf = (files: readonly { uuid?: string; id?: string }[]) =>
  files.map((file) => file.uuid ?? file.id);
