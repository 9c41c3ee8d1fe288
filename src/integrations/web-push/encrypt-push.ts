import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushTarget } from '#domain/notifications/push/push-service.ts';

/** The curve of RFC 8291, P-256. */
export const pushCurve = 'prime256v1';

/** The largest body that every push service has to accept (RFC 8030). */
const bodyMax = 4096;
const authBytes = 16;
const keyBytes = 65;

/** What makes each encryption different. */
export interface PushSecrets {
  salt: Buffer;
  /** The private key of the sender; a new one for each push. */
  privateKey: Buffer;
}

function createSecrets(): PushSecrets {
  const sender = createECDH(pushCurve);
  sender.generateKeys();
  return { salt: randomBytes(16), privateKey: sender.getPrivateKey() };
}

function derive(secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

/**
 * Encrypts a text for a browser: one record of `aes128gcm` (RFC 8188) with the keys of RFC 8291.
 * @throws Error if the keys of the browser cannot be used or the text is too long.
 */
export function encryptPush(
  text: string,
  { p256dh, auth: authText }: Pick<PushTarget, 'p256dh' | 'auth'>,
  { salt, privateKey }: PushSecrets = createSecrets(),
): Buffer {
  const browserKey = Buffer.from(p256dh, 'base64url');
  const auth = Buffer.from(authText, 'base64url');
  if (browserKey.length !== keyBytes || auth.length !== authBytes)
    throw new Error('The keys of the browser have another length.');
  const sender = createECDH(pushCurve);
  sender.setPrivateKey(privateKey);
  const senderKey = sender.getPublicKey();
  const secret = derive(
    // It throws for a key that is no point of the curve.
    sender.computeSecret(browserKey),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]),
    32,
  );
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  const recordSize = Buffer.alloc(4);
  recordSize.writeUInt32BE(bodyMax);
  const body = Buffer.concat([
    ...[salt, recordSize, Buffer.from([keyBytes]), senderKey],
    // The 2 ends the last record.
    cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  if (body.length > bodyMax) throw new Error('The text is too long for a push.');
  return body;
}
