import { and, eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { serviceSettings } from '#database/schema.ts';
import type { SettableService } from '#shared/constants/server/services.ts';
import type { Ctx } from '../../context.ts';
import type { EncryptedAgain } from '../../secrets/encrypt-again.ts';

/** `db` can be a transaction. */
export type StoredCtx = Pick<Ctx, 'encryption'> & { db: Queryable };

/** A service as it is stored. */
export interface StoredService {
  settings: unknown;
  /** Null if another key encrypted it, which this node does not have. */
  secret: string | null;
}

/** The settings of a service that an admin saved, with the secret; null if none did. */
export async function readStoredService(
  { db, encryption }: StoredCtx,
  service: SettableService,
): Promise<StoredService | null> {
  const [row] = await db.select().from(serviceSettings).where(eq(serviceSettings.service, service));
  if (!row) return null;
  const { settings, secret, keyId } = row;
  if (!encryption.keyIds.includes(keyId)) return { settings, secret: null };
  const owner = ownerOf(service, settings);
  return { settings, secret: encryption.decrypt({ text: secret, keyId }, owner) };
}

/** Stores it in the caller's transaction. */
export async function writeStoredService(
  tx: Queryable,
  { encryption, clock }: Pick<Ctx, 'encryption' | 'clock'>,
  { service, settings, secret }: { service: SettableService; settings: object; secret: string },
): Promise<void> {
  const encrypted = encryption.encrypt(secret, ownerOf(service, settings));
  const row = {
    settings,
    secret: encrypted.text,
    keyId: encrypted.keyId,
    savedAt: clock.now(),
  };
  await tx
    .insert(serviceSettings)
    .values({ service, ...row })
    .onConflictDoUpdate({ target: serviceSettings.service, set: row });
}

/** Encrypts the secrets of all services with the newest encryption key, where this node has the earlier one. */
export async function encryptServicesAgain({ db, encryption }: StoredCtx): Promise<EncryptedAgain> {
  const counts = { done: 0, unreadable: 0 };
  for (const { service, settings, secret, keyId } of await db.select().from(serviceSettings)) {
    if (keyId === encryption.keyIds[0]) continue;
    if (!encryption.keyIds.includes(keyId)) {
      counts.unreadable += 1;
      continue;
    }
    const owner = ownerOf(service, settings);
    const again = encryption.encrypt(encryption.decrypt({ text: secret, keyId }, owner), owner);
    const changed = await db
      .update(serviceSettings)
      .set({ secret: again.text, keyId: again.keyId })
      // Not one that was saved meanwhile.
      .where(and(eq(serviceSettings.service, service), eq(serviceSettings.secret, secret)))
      .returning({ service: serviceSettings.service });
    counts.done += changed.length;
  }
  return counts;
}

/** What the encryption is bound to: a row with another server cannot be decrypted, so it never gets the secret. */
function ownerOf(service: SettableService, settings: unknown): string {
  const sorted = Object.entries(settings as object).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `service:${service}:${JSON.stringify(sorted)}`;
}
