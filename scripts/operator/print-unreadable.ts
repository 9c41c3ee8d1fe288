import type { Database } from '#database/client.ts';
import { listUnreadable } from '#domain/secrets/list-unreadable.ts';
import type { Config } from '#server/config/config.ts';
import { findEncryption, placeOfEncryptionKey } from '#server/config/open-encryption.ts';
import { describeUnreadable } from '#shared/format/unreadable-secrets.ts';

/** Prints what the database has encrypted with keys that this installation does not have, and what helps. */
export async function printUnreadable(
  db: Database,
  config: Config,
  print: (line: string) => void,
): Promise<void> {
  const encryption = await findEncryption(config);
  const keyIds = encryption?.keyIds ?? [];
  const unreadable = await listUnreadable(db, { keyIds });
  if (unreadable.length === 0) return;
  print('✗ This installation does not have the key of some secrets in the database:');
  for (const line of describeUnreadable(unreadable)) print(`    ${line}`);
  const own = encryption ? `Its key is ${keyIds[0]}, from` : 'It has no key. A key can be in';
  print(
    `${own} ${placeOfEncryptionKey(config)}. Put the missing one behind it in GUILDHALL_SECRET, or put back its file (docs/operations.md).`,
  );
}
