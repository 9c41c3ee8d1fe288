import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Services } from '../bootstrap/services.ts';
import { projectPath } from '../config/project-path.ts';

export interface ScriptRunner {
  /** Runs a script and logs what it prints. @throws Error with its errors when it failed. */
  run(script: string, args: readonly string[], settings?: Record<string, string>): Promise<void>;
  /** Ends the running scripts. */
  stop(): Promise<void>;
}

/**
 * Runs the scripts of backups in processes of their own, so that compressing a large database does not delay requests.
 * They read the same settings as this process.
 */
export function createScriptRunner({
  config,
  log,
}: Pick<Services, 'config' | 'log'>): ScriptRunner {
  const running = new Map<ChildProcess, Promise<unknown>>();
  return {
    async run(script, args, settings = {}) {
      const file = projectPath(`scripts/${script}.ts`);
      const child = spawn(process.execPath, ['--max-old-space-size=128', file, ...args], {
        env: { ...process.env, ...settingsOf(config), ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = once(child, 'close');
      running.set(child, ended);
      try {
        const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
        if (child.exitCode !== 0) throw new Error(errors.trim() || `${script} ended early.`);
        log.info({ script, output: output.trim() }, 'a script is done');
      } finally {
        running.delete(child);
      }
    },
    async stop() {
      for (const child of running.keys()) child.kill('SIGTERM');
      // `run` reports a process that could not be started.
      await Promise.allSettled(running.values());
    },
  };
}

/** The settings that decide what is backed up and where, as environment variables. */
function settingsOf(config: Services['config']): Record<string, string> {
  const { DATA_DIR, BACKUP_DIR = '', BACKUP_KEEP, DATABASE_URL = '' } = config;
  return { DATA_DIR, BACKUP_DIR, BACKUP_KEEP: String(BACKUP_KEEP), DATABASE_URL };
}
