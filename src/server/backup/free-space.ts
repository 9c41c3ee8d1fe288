import { statfs } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { BackupError } from './backup-file.ts';

/** A full disk would stop Postgres, so backups and restores end before the disk is full. */
export const reservedBytes = 256 * 1024 * 1024;
const checkDiskEveryBytes = 32 * 1024 * 1024;

/** The free bytes of the disk with a folder. */
export async function getFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Passes a stream on, and ends it with a BackupError of this message before the disk is full. */
export function stopBeforeFullDisk(getFree: () => Promise<number>, message: string): Transform {
  let unchecked = checkDiskEveryBytes;
  return new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      unchecked += piece.length;
      if (unchecked < checkDiskEveryBytes) return done(null, piece);
      unchecked = 0;
      getFree().then(
        (free) => (free < reservedBytes ? done(new BackupError(message)) : done(null, piece)),
        done,
      );
    },
  });
}
