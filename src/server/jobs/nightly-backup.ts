import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Services } from '../bootstrap/services.ts';
import { projectPath } from '../config/project-path.ts';

export interface NightlyBackup {
  /** Makes a backup and deletes the oldest ones. @throws Error when it failed. */
  run(): Promise<void>;
  /** Ends a running backup, which leaves no file. */
  stop(): Promise<void>;
}

/**
 * Makes backups in a process of its own, so that compressing a large database does not delay requests. It reads the
 * same settings as this process.
 */
export function createNightlyBackup({
  config,
  log,
}: Pick<Services, 'config' | 'log'>): NightlyBackup {
  let running: { child: ChildProcess; ended: Promise<unknown> } | null = null;
  return {
    async run() {
      const script = projectPath('scripts/backup.ts');
      const child = spawn(process.execPath, ['--max-old-space-size=128', script, '--nightly'], {
        env: { ...process.env, ...settingsOf(config) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(child, 'close');
      running = { child, ended };
      try {
        const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
        if (child.exitCode !== 0) throw new Error(`The backup failed: ${errors.trim()}`);
        log.info({ output: output.trim() }, 'the nightly backup is done');
      } finally {
        running = null;
      }
    },
    async stop() {
      running?.child.kill('SIGTERM');
      // `run` reports a process that could not be started.
      await running?.ended.catch(() => undefined);
    },
  };
}

/** The settings that decide what is backed up and where, as environment variables. */
function settingsOf(config: Services['config']): Record<string, string> {
  const { DATA_DIR, BACKUP_DIR = '', BACKUP_KEEP, DATABASE_URL = '' } = config;
  return { DATA_DIR, BACKUP_DIR, BACKUP_KEEP: String(BACKUP_KEEP), DATABASE_URL };
}
