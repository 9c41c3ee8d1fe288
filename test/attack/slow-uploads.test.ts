import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { uploadFile } from '@uploadcare/upload-client';
import { afterEach, expect, it } from 'vitest';
import { derivePublicKey, deriveSecretKey } from '#domain/gallery/file-rest-api/service-keys.ts';
import { createSecretKeys } from '#domain/secrets/derived-keys.ts';
import { readStoredSecrets } from '#domain/secrets/stored-secrets.ts';
import { uploadApiPath } from '#shared/constants/gallery/gallery-paths.ts';
import { uploadConstants } from '#shared/constants/gallery/uploads.ts';
import { withRunningDatabase } from '../crash/market-state.ts';
import { createSmallPicture } from '../fixtures/uploads.ts';
import { RawConnections } from './raw-connections.ts';
import { measureDuring, useTarget } from './target.ts';

// The attackers have different IP addresses, which they send in the proxy's header.
const target = useTarget({ TRUST_PROXY: '1' });
const attackers = new RawConnections();
afterEach(() => attackers.closeAll());

function unsignedUpload(address: string): string {
  const head = [
    `POST ${uploadApiPath}/base/ HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 50000000',
  ];
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx';
  return `${head.join('\r\n')}\r\n\r\n${file}`;
}

/** An upload signature made with the keys of this server. */
async function signUpload() {
  const clock = { now: () => new Date() };
  const secrets = await withRunningDatabase(target.dataDir, (db) =>
    readStoredSecrets({ db, clock }),
  );
  const keys = createSecretKeys(secrets.current);
  const secureExpire = String(Math.floor(Date.now() / 1000) + 600);
  const secureSignature = createHmac('sha256', deriveSecretKey(keys)).update(secureExpire);
  return {
    publicKey: derivePublicKey(keys),
    secureSignature: secureSignature.digest('hex'),
    secureExpire,
  };
}

it('seven IP addresses with endless unsigned uploads do not block uploads of others', async () => {
  const signature = await signUpload();
  const picture = await createSmallPicture();
  const outcome = await measureDuring(target, async () => {
    for (let address = 1; address <= 7; address += 1) {
      const text = unsignedUpload(`203.0.113.${address}`);
      await attackers.openMany(target, uploadConstants.receivingPerAddress, text);
    }
    await expect.poll(countPartialFiles).toBe(uploadConstants.receivingMax);
    const baseURL = target.origin + uploadApiPath;
    const options = { ...signature, baseURL, store: false, retryThrottledRequestMaxTimes: 0 };
    const { uuid } = await uploadFile(picture, { ...options, fileName: 'a.jpg' });
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
  });
  expect(outcome).toMatchObject({ unanswered: [] });
  expect(outcome.grownMb).toBeLessThan(100);
});

async function countPartialFiles(): Promise<number> {
  const entries = await readdir(path.join(target.dataDir, 'work'), { recursive: true });
  return entries.filter((entry) => entry.includes(path.sep)).length;
}
