import { sql } from 'drizzle-orm';
import { integer, oneOf, text } from '#database/column-types.ts';
import { declareStatement, type StatementTarget } from '#database/prepared-query.ts';
import {
  earlierFingerprintKeys,
  gameKeys,
  pushKeys,
  serviceSettings,
  totpFactors,
} from '#database/schema.ts';
import {
  encryptedKinds,
  type UnreadableSecrets,
} from '#shared/constants/server/encrypted-kinds.ts';
import type { Ctx } from '../context.ts';
import { cachedRead } from '../lib/cached-read.ts';

/** For so long pages show the counts that were read last. */
const freshMs = 30_000;

const countByKey = declareStatement<UnreadableSecrets, Record<never, never>>(
  { keyId: text, kind: oneOf(encryptedKinds), count: integer },
  sql`select key_id as "keyId", kind, count(*)::integer as count from (
      select key_id, 'apps' as kind from ${totpFactors}
      union all
      select encrypted_by, case when user_id is null then 'unused-keys' else 'bought-keys' end
        from ${gameKeys}
      union all
      select key_id, 'push-keys' from ${pushKeys}
      union all
      select key_id, 'services' from ${serviceSettings}
      union all
      select encrypted_by, 'hash-keys' from ${earlierFingerprintKeys}
    ) as stored
    group by key_id, kind order by key_id, kind`,
);

interface KnownKeys {
  keyIds: readonly string[];
}

/**
 * What the database has encrypted with keys that are not among `keyIds`, by the id of the key. It reads whole
 * tables, so it is for the operator's commands.
 */
export async function listUnreadable(
  db: StatementTarget,
  known: KnownKeys,
): Promise<UnreadableSecrets[]> {
  return withoutKnown(await countByKey(db, {}), known);
}

/** What the database has encrypted, by the id of the key, as it was at most 30 seconds ago. */
export const countEncrypted = cachedRead('encrypted-secrets', freshMs, ({ db }) =>
  countByKey(db, {}),
);

/** The same as `listUnreadable` for pages, which are opened again and again. */
export async function listUnreadableForPages(
  ctx: Pick<Ctx, 'db' | 'clock' | 'readCache' | 'encryption'>,
): Promise<UnreadableSecrets[]> {
  return withoutKnown(await countEncrypted(ctx), ctx.encryption);
}

const withoutKnown = (counts: readonly UnreadableSecrets[], { keyIds }: KnownKeys) =>
  counts.filter(({ keyId }) => !keyIds.includes(keyId));
