import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { projectPath } from '../config/project-path.ts';
import { type BackupDescription, BackupError } from './backup-file.ts';

/** The version of Guildhall, and the time of its newest migration. */
export type InstalledVersion = Pick<BackupDescription, 'version' | 'migration'>;

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number() })) });

/** The version of this installation. */
export async function readInstalledVersion(): Promise<InstalledVersion> {
  const { version }: { version: string } = JSON.parse(
    await readFile(projectPath('package.json'), 'utf8'),
  );
  const journal = await readFile(projectPath('src/database/migrations/meta/_journal.json'), 'utf8');
  const { entries } = journalSchema.parse(JSON.parse(journal));
  return { version, migration: Math.max(...entries.map(({ when }) => when)) };
}

/**
 * Rejects the backup of a newer version: its tables may be different. Two states of one version differ in their
 * migrations.
 * @throws BackupError, whose message continues after the name of the file.
 */
export function rejectNewerVersion(backup: InstalledVersion, installed: InstalledVersion): void {
  const isNewer =
    compareVersions(backup.version, installed.version) > 0 ||
    (backup.migration ?? 0) > (installed.migration ?? 0);
  if (!isNewer) return;
  throw new BackupError(
    `was made by Guildhall ${backup.version}, which is newer than this one (${installed.version}): install ${backup.version} or a later version and restore it there`,
  );
}

/** Positive when `a` is newer. Compares the three numbers only. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split(/[.-]/, 3).map(Number));
  for (let place = 0; place < 3; place += 1) {
    const difference = (left?.[place] || 0) - (right?.[place] || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
