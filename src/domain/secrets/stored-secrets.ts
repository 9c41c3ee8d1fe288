import { randomBytes } from 'node:crypto';
import { desc, ne } from 'drizzle-orm';
import { lockMigrations } from '#database/migrate.ts';
import { secrets } from '#database/schema.ts';
import { secretConstants } from '#shared/constants/server/secrets.ts';
import type { Ctx } from '../context.ts';
import type { ValidSecrets } from './keys.ts';

type SecretsCtx = Pick<Ctx, 'db' | 'clock'>;

/** A secret that was created before there was the table. */
interface EarlierSecret {
  value: string;
  createdAt: Date;
}

/**
 * Creates the first secret. `earlier` is the secret of an earlier version: it becomes the first one, or if
 * another node has created one in the meantime, it is added as an older one.
 */
export async function createFirstSecret(
  { db, clock }: SecretsCtx,
  earlier: EarlierSecret | null,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMigrations(tx);
    if (earlier) {
      await tx.insert(secrets).values(earlier).onConflictDoNothing();
      return;
    }
    const [existing] = await tx.select({ id: secrets.id }).from(secrets).limit(1);
    if (existing) return;
    await tx.insert(secrets).values({ value: createSecret(), createdAt: clock.now() });
  });
}

/** Reads all secrets. The newest one signs once every node has had the time to read it. */
export async function readStoredSecrets({ db, clock }: SecretsCtx): Promise<ValidSecrets> {
  const rows = await db
    .select({ value: secrets.value, createdAt: secrets.createdAt })
    .from(secrets)
    .orderBy(desc(secrets.createdAt), desc(secrets.id));
  const [newest] = rows;
  if (!newest) throw new Error('The table of secrets is empty.');
  const activeSince = clock.now().getTime() - secretConstants.activeAfterMs;
  const active = rows.find(({ createdAt }) => createdAt.getTime() <= activeSince);
  const current = active ?? rows.at(-1) ?? newest;
  return { all: rows.map(({ value }) => value), current: current.value };
}

/**
 * Adds a secret. The earlier ones stay valid for what they signed, until the nightly job deletes
 * them. With `endEarlier` they are deleted at once: all that they signed becomes invalid.
 */
export async function rotateSecret(
  { db, clock }: SecretsCtx,
  { endEarlier }: { endEarlier: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockMigrations(tx);
    const value = createSecret();
    await tx.insert(secrets).values({ value, createdAt: clock.now() });
    if (endEarlier) await tx.delete(secrets).where(ne(secrets.value, value));
  });
}

function createSecret(): string {
  return randomBytes(32).toString('base64url');
}
