import { and, eq } from 'drizzle-orm';
import { pushKeys, pushSubscriptions } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import type { EncryptedAgain } from '../../secrets/encrypt-again.ts';
import type { PushKeys } from './push-service.ts';

type KeysCtx = Pick<Ctx, 'db' | 'clock' | 'log' | 'encryption' | 'notifications'>;

/** The account id that the encryption of the keys is bound to. No account has it. */
const owner = 'push-keys';

/**
 * Makes the keys of the site at its first start. Of several nodes that start together the first one wins. With a
 * newer encryption key it encrypts them again, and it logs if another node encrypted them with a key that this
 * one does not have.
 */
export async function preparePushKeys(ctx: KeysCtx): Promise<void> {
  const { db, clock, log, encryption, notifications } = ctx;
  const made = notifications.push.createKeys();
  await db
    .insert(pushKeys)
    .values({ publicKey: made.publicKey, ...encrypt(ctx, made), createdAt: clock.now() })
    .onConflictDoNothing();
  const { unreadable } = await encryptPushKeysAgain(ctx);
  if (unreadable === 0) return;
  log.error(
    { keyIds: encryption.keyIds },
    'The keys of push notifications are encrypted with a key that this server does not have. Set ' +
      'GUILDHALL_SECRET as on the other servers, or put back the file encryption-key of DATA_DIR. If it is ' +
      'lost, run npm run admin -- --new-push-keys.',
  );
}

/** Encrypts the keys of the site with the newest encryption key, if this node has the one that encrypted them. */
export async function encryptPushKeysAgain(
  ctx: Pick<KeysCtx, 'db' | 'encryption'>,
): Promise<EncryptedAgain> {
  const stored = await selectKeys(ctx);
  if (!stored || stored.keyId === ctx.encryption.keyIds[0]) return { done: 0, unreadable: 0 };
  const keys = decrypt(ctx, stored);
  if (!keys) return { done: 0, unreadable: 1 };
  const changed = await ctx.db
    .update(pushKeys)
    .set(encrypt(ctx, keys))
    .where(and(eq(pushKeys.keyId, stored.keyId), eq(pushKeys.publicKey, keys.publicKey)))
    .returning({ id: pushKeys.publicKey });
  return { done: changed.length, unreadable: 0 };
}

/**
 * Deletes the keys of the site, for the operator's command line only. The next start makes new ones. Browsers that
 * subscribed with the deleted ones would refuse pushes, so they are forgotten. Returns how many.
 */
export async function deletePushKeys({ db }: Pick<KeysCtx, 'db'>): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.delete(pushKeys);
    const forgotten = await tx.delete(pushSubscriptions).returning({ id: pushSubscriptions.id });
    return forgotten.length;
  });
}

/** The keys of the site; null if they are not made yet, or if this node cannot decrypt them. */
export async function readPushKeys(
  ctx: Pick<KeysCtx, 'db' | 'encryption'>,
): Promise<PushKeys | null> {
  const stored = await selectKeys(ctx);
  return stored ? decrypt(ctx, stored) : null;
}

type StoredKeys = Pick<typeof pushKeys.$inferSelect, 'publicKey' | 'privateKey' | 'keyId'>;

async function selectKeys({ db }: Pick<KeysCtx, 'db'>): Promise<StoredKeys | null> {
  const [stored] = await db
    .select({
      publicKey: pushKeys.publicKey,
      privateKey: pushKeys.privateKey,
      keyId: pushKeys.keyId,
    })
    .from(pushKeys);
  return stored ?? null;
}

function encrypt({ encryption }: Pick<KeysCtx, 'encryption'>, { privateKey }: PushKeys) {
  const { text, keyId } = encryption.encrypt(privateKey, owner);
  return { privateKey: text, keyId };
}

function decrypt(
  { encryption }: Pick<KeysCtx, 'encryption'>,
  { publicKey, privateKey: text, keyId }: StoredKeys,
): PushKeys | null {
  if (!encryption.keyIds.includes(keyId)) return null;
  return { publicKey, privateKey: encryption.decrypt({ text, keyId }, owner) };
}
