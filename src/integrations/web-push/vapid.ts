import { createECDH } from 'node:crypto';
import { sign } from 'hono/jwt';
import type { PushKeys } from '#domain/notifications/push/push-service.ts';
import { pushCurve } from './encrypt-push.ts';

/** How long a push service may accept a token. RFC 8292 allows 24 hours; its clock may differ from ours. */
const tokenSeconds = 12 * 60 * 60;

/** Makes the keys by which push services know the site. */
export function createVapidKeys(): PushKeys {
  const ecdh = createECDH(pushCurve);
  return {
    publicKey: ecdh.generateKeys().toString('base64url'),
    privateKey: ecdh.getPrivateKey().toString('base64url'),
  };
}

interface Sender {
  keys: PushKeys;
  /** The contact of the site: an https URL or a mail address. */
  subject: string;
}

/** The Authorization header of RFC 8292: says to the push service of `endpoint` who sends. */
export async function createVapidHeader(
  { keys, subject }: Sender,
  endpoint: URL,
  now: number,
): Promise<string> {
  const point = Buffer.from(keys.publicKey, 'base64url');
  const token = await sign(
    { aud: endpoint.origin, exp: Math.floor(now / 1000) + tokenSeconds, sub: subject },
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      // `getPrivateKey` leaves out zeros at the start.
      d: Buffer.concat([Buffer.alloc(32), Buffer.from(keys.privateKey, 'base64url')])
        .subarray(-32)
        .toString('base64url'),
    },
    'ES256',
  );
  return `vapid t=${token}, k=${keys.publicKey}`;
}
