import { createHash } from 'node:crypto';
import { z } from 'zod';

/** A backup or a restore cannot be done. The message is one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * A backup is one tar file, compressed with zstd. Its first entry describes it, its last entry has the checksums.
 * Between them are the entries of each part; a part is the first folder or the file of an entry's path.
 */
export const descriptionEntry = 'backup.json';
export const checksumsEntry = 'checksums.json';

/** What a backup may contain. The database comes last into place, because a start without it creates a new one. */
export const backupParts = ['gallery', 'mail', 'secret', 'postgres.password', 'postgres'] as const;
export type BackupPart = (typeof backupParts)[number];

export const descriptionSchema = z.object({
  format: z.literal(1),
  /** The version of Guildhall. */
  version: z.string(),
  /** The time of the newest migration of that version, in milliseconds. */
  migration: z.number().optional(),
  createdAt: z.string(),
  /** `external`: the database is not in the file. */
  database: z.enum(['embedded', 'external']),
  /** The id of the key that encrypts secrets of the database, which is not in the file. */
  encryptionKeyId: z.string().optional(),
});
export type BackupDescription = z.infer<typeof descriptionSchema>;

export const checksumsSchema = z.partialRecord(
  z.enum(backupParts),
  z.object({ files: z.number(), bytes: z.number(), sha256: z.string() }),
);
export type Checksums = z.infer<typeof checksumsSchema>;

/** The part that a path inside the backup belongs to; undefined for a path of something else. */
export function getPart(name: string): BackupPart | undefined {
  const first = name.split('/', 1)[0];
  return backupParts.find((part) => part === first);
}

/** The checksum of a part: of the names, sizes and contents of its entries in their order. */
export function createChecksums() {
  const parts = new Map<
    BackupPart,
    { hash: ReturnType<typeof createHash>; files: number; bytes: number }
  >();
  return {
    /** Starts the next entry of a part and returns the function that adds a piece of its content. */
    start(part: BackupPart, name: string, bytes: number): (piece: Uint8Array) => void {
      const sum = parts.get(part) ?? { hash: createHash('sha256'), files: 0, bytes: 0 };
      parts.set(part, sum);
      sum.hash.update(`${name}\n${bytes}\n`);
      if (!name.endsWith('/')) sum.files += 1;
      sum.bytes += bytes;
      return (piece) => sum.hash.update(piece);
    },
    /** Ends all checksums. */
    finish(): Checksums {
      return Object.fromEntries(
        Array.from(parts, ([part, { hash, files, bytes }]) => [
          part,
          { files, bytes, sha256: hash.digest('hex') },
        ]),
      );
    },
  };
}
