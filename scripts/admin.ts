import { EmbeddedPostgresError } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { encryptSecretsAgain } from '#domain/administration/encrypt-secrets-again.ts';
import { makeAdmin } from '#domain/moderation/make-admin-from-terminal.ts';
import { removeFactors } from '#domain/moderation/remove-lost-factors.ts';
import { deletePushKeys } from '#domain/notifications/push/push-keys.ts';
import { rotateSecret } from '#domain/secrets/stored-secrets.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { openEncryption } from '#server/config/open-encryption.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { openSiteDatabase } from './operator/open-site-database.ts';

// Makes an account an admin: `npm run admin -- USERNAME`. Replaces the secret that signs cookies and tokens:
// `npm run admin -- --rotate-secret`. Removes the second factors and passkeys of an account whose owner lost
// them: `npm run admin -- --remove-factors USERNAME`. Encrypts stored secrets with the newest secret:
// `npm run admin -- --encrypt-again`. Makes new keys for push notifications after the encryption
// key was lost: `npm run admin -- --new-push-keys`. Exits with 1 on failure.

type OperatorCtx = Parameters<typeof makeAdmin>[0];

/** Changes an account and prints the line that `change` returns. */
async function changeAccount(
  username: string,
  change: (ctx: OperatorCtx) => Promise<string>,
): Promise<void> {
  const { db, close } = await openSiteDatabase(readConfig(process.env));
  try {
    console.log(await change({ db, clock: { now: () => new Date() } }));
  } catch (error) {
    if (isAppError(error) && error.code === 'user-not-found') {
      throw new ConfigError(`There is no account named ${username}.`);
    }
    throw error;
  } finally {
    await close();
  }
}

function admin(username: string): Promise<void> {
  return changeAccount(
    username,
    async (ctx) => `${await makeAdmin(ctx, { username })} is an admin now.`,
  );
}

function removeFactorsOf(username: string): Promise<void> {
  return changeAccount(username, async (ctx) => {
    const name = await removeFactors(ctx, { username });
    return `${name} has no second factor and no passkey any more. A mail tells the owner.`;
  });
}

async function rotate(endEarlier: boolean): Promise<void> {
  const config = readConfig(process.env);
  if (config.GUILDHALL_SECRET.length > 0) {
    throw new ConfigError(
      'The secrets come from GUILDHALL_SECRET: put a new one in front of them there.',
    );
  }
  const { db, close } = await openSiteDatabase(config);
  try {
    await rotateSecret({ db, clock: { now: () => new Date() } }, { endEarlier });
    console.log(
      endEarlier
        ? 'A new secret is used within a minute. All that the earlier ones signed is invalid by then.'
        : 'A new secret signs within three minutes. What the earlier ones signed stays valid.',
    );
  } finally {
    await close();
  }
}

async function renewPushKeys(): Promise<void> {
  const { db, close } = await openSiteDatabase(readConfig(process.env));
  try {
    const forgotten = await deletePushKeys({ db });
    console.log(
      `The keys of push notifications are deleted, and ${forgotten} browsers forgotten. Restart the server: it makes new keys.`,
    );
  } finally {
    await close();
  }
}

async function encryptAgain(): Promise<void> {
  const config = readConfig(process.env);
  const { db, close } = await openSiteDatabase(config);
  try {
    const encryption = await openEncryption(config);
    const ctx = { db, clock: { now: () => new Date() }, encryption };
    const { factors, keys, pushKeys } = await encryptSecretsAgain(ctx);
    console.log(
      `Encrypted with the newest secret: ${factors.done} secrets of authenticator apps, ${keys.done} keys of games` +
        `${pushKeys.done > 0 ? ', the keys of push notifications' : ''}.`,
    );
    const unreadable = factors.unreadable + keys.unreadable + pushKeys.unreadable;
    if (unreadable > 0) {
      throw new ConfigError(
        `${unreadable} more were encrypted with a secret that is not set here. Put it behind the newest one.`,
      );
    }
    console.log('Nothing is encrypted with an earlier secret any more.');
  } finally {
    await close();
  }
}

/** The work that the arguments ask for; null if they are wrong. */
function chooseWork([word, option, ...more]: readonly string[]): (() => Promise<void>) | null {
  if (!word || more.length > 0) return null;
  if (word === '--remove-factors') return option ? () => removeFactorsOf(option) : null;
  if (word === '--encrypt-again') return option === undefined ? encryptAgain : null;
  if (word === '--new-push-keys') return option === undefined ? renewPushKeys : null;
  if (word === '--rotate-secret') {
    const isKnown = option === undefined || option === '--end-earlier';
    return isKnown ? () => rotate(option !== undefined) : null;
  }
  return option === undefined ? () => admin(word) : null;
}

const work = chooseWork(process.argv.slice(2));
if (work) {
  work().catch((error: unknown) => {
    const expected =
      error instanceof ConfigError || error instanceof EmbeddedPostgresError || isAppError(error);
    console.error(expected ? error.message : error);
    process.exitCode = 1;
  });
} else {
  console.error(
    'Usage: npm run admin -- USERNAME | --remove-factors USERNAME | --rotate-secret [--end-earlier] | --encrypt-again | --new-push-keys',
  );
  process.exitCode = 1;
}
