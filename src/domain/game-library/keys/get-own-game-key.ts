import { and, eq, isNotNull } from 'drizzle-orm';
import { gameKeys } from '#database/schema.ts';
import { ownGameConstants } from '#shared/constants/catalog/own-games.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import type { Encryption } from '../../secrets/encryption.ts';

/** A stored key of a game. */
export interface StoredGameKey {
  id: string;
  encrypted: string | null;
  encryptedBy: string | null;
}

/** The key that the actor got with a game. `text` is null if this node cannot decrypt it. */
export interface OwnGameKey {
  text: string | null;
}

/** What a key is encrypted for: it cannot be decrypted as another key. */
export const ownerOfKey = (keyId: string) => `game-key:${keyId}`;

/** What the hash of a key is made for: another game can have the same key. */
export const fingerprintOwner = (gameId: number) => `game:${gameId}`;

/** The text of a key; null if it was erased, or if the node does not have the encryption key. */
export function decryptGameKey(
  { id, encrypted, encryptedBy }: StoredGameKey,
  encryption: Encryption,
): string | null {
  if (encrypted === null || encryptedBy === null) return null;
  if (!encryption.keyIds.includes(encryptedBy)) return null;
  return encryption.decrypt({ text: encrypted, keyId: encryptedBy }, ownerOfKey(id));
}

/** The key that the actor got with a game, null without one. @throws AppError `login-required`. */
export async function getOwnGameKey(ctx: Ctx, gameId: number): Promise<OwnGameKey | null> {
  const { id: userId } = requireActor(ctx);
  if (gameId < ownGameConstants.idsFrom) return null;
  const [stored] = await ctx.db
    .select({
      id: gameKeys.id,
      encrypted: gameKeys.encrypted,
      encryptedBy: gameKeys.encryptedBy,
    })
    .from(gameKeys)
    .where(
      and(eq(gameKeys.userId, userId), eq(gameKeys.gameId, gameId), isNotNull(gameKeys.encrypted)),
    );
  return stored ? { text: decryptGameKey(stored, ctx.encryption) } : null;
}
