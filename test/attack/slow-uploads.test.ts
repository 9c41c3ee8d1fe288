import { createHmac } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { uploadFile } from '@uploadcare/upload-client';
import { afterEach, expect, it } from 'vitest';
import { publicKeyOf, secretKeyOf } from '#domain/gallery/file-service/service-keys.ts';
import { readSecret } from '#server/config/secrets.ts';
import { uploadPath } from '#shared/constants/gallery-paths.ts';
import { uploadConstants } from '#shared/constants/uploads.ts';
import { smallPicture } from '../fixtures/uploads.ts';
import { RawConnections } from './raw-connections.ts';
import { during, useTarget } from './target.ts';

// Each attacker has an address of its own, as its proxy says.
const target = useTarget({ TRUST_PROXY: '1' });
const attackers = new RawConnections();
afterEach(() => attackers.closeAll());

function unsignedUpload(address: string): string {
  const head = [
    `POST ${uploadPath}/base/ HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${address}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 50000000',
  ];
  const file = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\nx';
  return `${head.join('\r\n')}\r\n\r\n${file}`;
}

/** What somebody with the keys of this server signs. */
async function signPass() {
  const secret = await readSecret(target.dataDir);
  const secureExpire = String(Math.floor(Date.now() / 1000) + 600);
  const secureSignature = createHmac('sha256', secretKeyOf(secret)).update(secureExpire);
  return {
    publicKey: publicKeyOf(secret),
    secureSignature: secureSignature.digest('hex'),
    secureExpire,
  };
}

it('seven addresses that send unsigned files without an end leave a place for others', async () => {
  const pass = await signPass();
  const picture = await smallPicture();
  const outcome = await during(target, async () => {
    for (let address = 1; address <= 7; address += 1) {
      const text = unsignedUpload(`203.0.113.${address}`);
      await attackers.openMany(target, uploadConstants.receivingPerAddress, text);
    }
    await expect.poll(filesUnderWay).toBe(uploadConstants.receivingMax);
    const baseURL = target.origin + uploadPath;
    const options = { ...pass, baseURL, store: false, retryThrottledRequestMaxTimes: 0 };
    const { uuid } = await uploadFile(picture, { ...options, fileName: 'a.jpg' });
    expect(uuid).toMatch(/^[0-9a-f-]{36}$/);
  });
  expect(outcome).toMatchObject({ unanswered: [] });
  expect(outcome.grownMb).toBeLessThan(100);
});

async function filesUnderWay(): Promise<number> {
  const entries = await readdir(path.join(target.dataDir, 'work'), { recursive: true });
  return entries.filter((entry) => entry.includes(path.sep)).length;
}
