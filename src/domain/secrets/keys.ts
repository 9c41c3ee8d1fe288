import { secretConstants } from '#shared/constants/server/secrets.ts';
import type { Log } from '../base-context.ts';
import { createSecretKeys, type SecretKeys } from './derived-keys.ts';

/** Secrets that are valid at a time. */
export interface ValidSecrets {
  /** The newest first. */
  all: readonly string[];
  /** The one that signs. */
  current: string;
}

/** The keys of all valid secrets. */
export interface Keys {
  /** The keys that sign. */
  readonly current: SecretKeys;
  /**
   * The keys of the newest secret for which `matches` is true, otherwise null. If none matches, the secrets
   * are read again, at most once a second, because another node can have added one.
   */
  find(matches: (keys: SecretKeys) => boolean | Promise<boolean>): Promise<SecretKeys | null>;
  /** Reads the secrets again. Never throws: after a failure the secrets known so far stay valid. */
  reload(): Promise<void>;
}

interface Source {
  read(): Promise<ValidSecrets>;
  log: Pick<Log, 'warn'>;
}

/** Creates the keys of `secrets`, the newest first. Without a source they never change. */
export function createKeys(secrets: ValidSecrets, source?: Source): Keys {
  let known = new Map<string, SecretKeys>();
  let current = set(secrets);
  let reading: Promise<void> | null = null;
  let readAt = performance.now();

  function set({ all, current: signing }: ValidSecrets): SecretKeys {
    known = new Map(all.map((secret) => [secret, known.get(secret) ?? createSecretKeys(secret)]));
    return known.get(signing) ?? createSecretKeys(signing);
  }

  async function read({ read: readSecrets, log }: Source): Promise<void> {
    try {
      current = set(await readSecrets());
    } catch (error) {
      log.warn({ err: error }, 'the secrets could not be read; the known ones stay valid');
    } finally {
      readAt = performance.now();
      reading = null;
    }
  }

  function reload(): Promise<void> {
    if (!source) return Promise.resolve();
    reading ??= read(source);
    return reading;
  }

  return {
    get current() {
      return current;
    },
    reload,
    async find(matches) {
      const tried = new Set<SecretKeys>();
      for (;;) {
        for (const keys of known.values()) {
          if (tried.has(keys)) continue;
          if (await matches(keys)) return keys;
          tried.add(keys);
        }
        const isRecent = performance.now() - readAt < secretConstants.readAgainAfterMs;
        if (!source || (isRecent && !reading)) return null;
        await reload();
      }
    },
  };
}

/** Keys of one secret that never changes, for tests and programs without a database of secrets. */
export function createKeysOf(secret: string): Keys {
  return createKeys({ all: [secret], current: secret });
}
