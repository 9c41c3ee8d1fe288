import { sql } from 'drizzle-orm';
import { integer, oneOf, text } from '#database/column-types.ts';
import { declareStatement, type StatementTarget } from '#database/prepared-query.ts';
import { earlierFingerprintKeys, gameKeys, pushKeys, totpFactors } from '#database/schema.ts';
import { encryptedKinds, type UnreadableSecrets } from '#shared/constants/encrypted-kinds.ts';

type Values = { keyIds: readonly string[] };

const isOther = (column: unknown) => sql`${column} <> all(${sql.placeholder('keyIds')}::text[])`;

const countOthers = declareStatement<UnreadableSecrets, Values>(
  { keyId: text, kind: oneOf(encryptedKinds), count: integer },
  sql`select key_id as "keyId", kind, count(*)::integer as count from (
      select key_id, 'apps' as kind from ${totpFactors} where ${isOther(totpFactors.keyId)}
      union all
      select encrypted_by, case when user_id is null then 'unused-keys' else 'bought-keys' end
        from ${gameKeys} where ${isOther(gameKeys.encryptedBy)}
      union all
      select key_id, 'push-keys' from ${pushKeys} where ${isOther(pushKeys.keyId)}
      union all
      select encrypted_by, 'hash-keys' from ${earlierFingerprintKeys}
        where ${isOther(earlierFingerprintKeys.encryptedBy)}
    ) as stored
    group by key_id, kind order by key_id, kind`,
);

/**
 * What the database has encrypted with keys that are not among `keyIds`, by the id of the key. It reads whole
 * tables, so it is for pages of admins and for the operator's commands.
 */
export function listUnreadable(
  db: StatementTarget,
  { keyIds }: { keyIds: readonly string[] },
): Promise<UnreadableSecrets[]> {
  return countOthers(db, { keyIds });
}
