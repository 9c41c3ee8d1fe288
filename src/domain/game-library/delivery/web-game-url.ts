import { createCipheriv, createDecipheriv } from 'node:crypto';
import { webGameConstants } from '#shared/constants/game-library/web-games.ts';
import type { SecretKeys } from '../../secrets/derived-keys.ts';
import type { Keys } from '../../secrets/keys.ts';

/** Who plays what: the stored content belongs to one version of one game. */
export interface WebGamePlay {
  fileId: string;
  userId: string;
}

const algorithm = 'aes-256-gcm';
const [nonceBytes, idBytes, secondsBytes, tagBytes] = [12, 16, 6, 16];
const contentBytes = 2 * idBytes + secondsBytes;
/** Base64 has four letters for three bytes, and the bytes of a token are a multiple of three: no letter is free. */
const tokenPattern = new RegExp(`^[\\w-]{${((nonceBytes + contentBytes + tagBytes) / 3) * 4}}$`);

/**
 * The first part of the paths of a web game. It names the content, the player and the end of the address, encrypted
 * and authenticated: the game can read its own address. It ends after 6 to 12 hours. Until then it is the same for
 * the same player, so that the browser keeps what it has loaded.
 */
export function createWebGameToken(
  { current: keys }: Keys,
  { fileId, userId }: WebGamePlay,
  now: Date,
): string {
  const { addressMs } = webGameConstants;
  const seconds = (Math.ceil(now.getTime() / addressMs + 1) * addressMs) / 1000;
  const content = Buffer.alloc(contentBytes);
  content.write((fileId + userId).replaceAll('-', ''), 'hex');
  content.writeUIntBE(seconds, 2 * idBytes, secondsBytes);
  const nonce = deriveNonce(keys, content);
  const cipher = createCipheriv(algorithm, keys.derive('web-game-address'), nonce);
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url');
}

/** What a token stands for; null if we did not make it, or if it has expired. */
export async function readWebGameToken(
  keys: Keys,
  token: string,
  now: Date,
): Promise<(WebGamePlay & { expiresAt: Date }) | null> {
  if (!tokenPattern.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const known = await keys.find((one) => decrypt(one, bytes) !== null);
  const content = known && decrypt(known, bytes);
  return content && readContent(content, now);
}

/**
 * The nonce is a keyed hash of the content, because the token of the same content must stay the same. Two contents
 * get the same nonce as rarely as with random nonces.
 */
function deriveNonce(keys: SecretKeys, content: Buffer): Buffer {
  const hash = keys.sign('web-game-nonce', content.toString('hex'), 'hex');
  return Buffer.from(hash, 'hex').subarray(0, nonceBytes);
}

/** The content; null if the bytes were not encrypted with these keys. */
function decrypt(keys: SecretKeys, bytes: Buffer): Buffer | null {
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv(algorithm, keys.derive('web-game-address'), nonce, {
    authTagLength: tagBytes,
  }).setAuthTag(bytes.subarray(-tagBytes));
  const content = decipher.update(bytes.subarray(nonceBytes, -tagBytes));
  try {
    return Buffer.concat([content, decipher.final()]);
  } catch {
    return null;
  }
}

function readContent(content: Buffer, now: Date): (WebGamePlay & { expiresAt: Date }) | null {
  const expiresAt = new Date(content.readUIntBE(2 * idBytes, secondsBytes) * 1000);
  if (expiresAt <= now) return null;
  const readId = (start: number) =>
    content
      .toString('hex', start, start + idBytes)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { fileId: readId(0), userId: readId(idBytes), expiresAt };
}
