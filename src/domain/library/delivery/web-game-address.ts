import { createCipheriv, createDecipheriv } from 'node:crypto';
import { webGameConstants } from '#shared/constants/web-games.ts';
import { isEqualInConstantTime } from '../../lib/is-equal-in-constant-time.ts';
import type { Keys } from '../../secrets/keys.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';

/** Who plays what: the stored content belongs to one version of one game. */
export interface WebGamePlay {
  fileId: string;
  userId: string;
}

/**
 * The first part of the paths of a web game: it names the content and the player, ends after 6 to 12 hours and cannot
 * be guessed. Until then it is the same for the same player, so that the browser keeps what it has loaded.
 */
export function createWebGameToken(
  { current: keys }: Keys,
  { fileId, userId }: WebGamePlay,
  now: Date,
): string {
  const { addressMs } = webGameConstants;
  const expiresAt = Math.ceil(now.getTime() / addressMs + 1) * addressMs;
  const text = `${fileId}.${hidePlayer(keys, userId)}.${expiresAt / 1000}`;
  return `${text}.${keys.sign('web-game', text, 'base64url')}`;
}

/** What a token stands for; null if we did not make it, or if it has expired. */
export async function readWebGameToken(
  keys: Keys,
  token: string,
  now: Date,
): Promise<(WebGamePlay & { expiresAt: Date }) | null> {
  const [, text, fileId, player, seconds, signature] =
    /^(([0-9a-f-]{36})\.([\w-]{22})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
  if (!text || !fileId || !player || !signature) return null;
  const expiresAt = new Date(Number(seconds) * 1000);
  if (expiresAt <= now) return null;
  const signer = await keys.find((one) =>
    isEqualInConstantTime(signature, one.sign('web-game', text, 'base64url')),
  );
  return signer && { fileId, userId: findPlayer(signer, player), expiresAt };
}

/** An id is one block of AES, so encrypting this block alone is safe and gives the same text each time. */
const algorithm = 'aes-256-ecb';

/** The id of a player, encrypted: the game can read its own address. */
function hidePlayer(keys: SecretKeys, userId: string): string {
  const cipher = createCipheriv(algorithm, keys.derive('web-game-player'), null);
  return cipher
    .setAutoPadding(false)
    .update(Buffer.from(userId.replaceAll('-', ''), 'hex'))
    .toString('base64url');
}

function findPlayer(keys: SecretKeys, hidden: string): string {
  const cipher = createDecipheriv(algorithm, keys.derive('web-game-player'), null);
  const hex = cipher.setAutoPadding(false).update(Buffer.from(hidden, 'base64url')).toString('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
