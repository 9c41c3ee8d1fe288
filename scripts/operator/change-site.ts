import { encryptSecretsAgain } from '#domain/administration/encrypt-secrets-again.ts';
import { makeAdmin } from '#domain/moderation/accounts/make-admin-from-terminal.ts';
import { removeFactors } from '#domain/moderation/accounts/remove-lost-factors.ts';
import { deletePushKeys } from '#domain/notifications/push/push-keys.ts';
import { rotateSecret } from '#domain/secrets/stored-secrets.ts';
import { ConfigError, readConfig } from '#server/config/config.ts';
import { openEncryption } from '#server/config/open-encryption.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { openSiteDatabase } from './open-site-database.ts';
import type { Command, CommandCall } from './run-command.ts';

type OperatorCtx = Parameters<typeof makeAdmin>[0];

type Call = Pick<CommandCall, 'env' | 'print'>;

const usage =
  'Usage: npm run admin -- USERNAME | --remove-factors USERNAME | --rotate-secret [--end-earlier] | --encrypt-again | --new-push-keys';

/** Changes an account and prints the line that `change` returns. */
async function changeAccount(
  { env, print }: Call,
  username: string,
  change: (ctx: OperatorCtx) => Promise<string>,
): Promise<void> {
  const { db, close } = await openSiteDatabase(readConfig(env));
  try {
    print(await change({ db, clock: { now: () => new Date() } }));
  } catch (error) {
    if (isAppError(error) && error.code === 'user-not-found') {
      throw new ConfigError(`There is no account named ${username}.`);
    }
    throw error;
  } finally {
    await close();
  }
}

function admin(call: Call, username: string): Promise<void> {
  return changeAccount(
    call,
    username,
    async (ctx) => `${await makeAdmin(ctx, { username })} is an admin now.`,
  );
}

function removeFactorsOf(call: Call, username: string): Promise<void> {
  return changeAccount(call, username, async (ctx) => {
    const name = await removeFactors(ctx, { username });
    return `${name} has no second factor and no passkey any more. A mail tells the owner.`;
  });
}

async function rotate({ env, print }: Call, endEarlier: boolean): Promise<void> {
  const config = readConfig(env);
  if (config.GUILDHALL_SECRET.length > 0) {
    throw new ConfigError(
      'The secrets come from GUILDHALL_SECRET: put a new one in front of them there.',
    );
  }
  const { db, close } = await openSiteDatabase(config);
  try {
    await rotateSecret({ db, clock: { now: () => new Date() } }, { endEarlier });
    print(
      endEarlier
        ? 'A new secret is used within a minute. All that the earlier ones signed is invalid by then.'
        : 'A new secret signs within three minutes. What the earlier ones signed stays valid.',
    );
  } finally {
    await close();
  }
}

async function renewPushKeys({ env, print }: Call): Promise<void> {
  const { db, close } = await openSiteDatabase(readConfig(env));
  try {
    const forgotten = await deletePushKeys({ db });
    print(
      `The keys of push notifications are deleted, and ${forgotten} browsers forgotten. Restart the server: it makes new keys.`,
    );
  } finally {
    await close();
  }
}

async function encryptAgain({ env, print }: Call): Promise<void> {
  const config = readConfig(env);
  const { db, close } = await openSiteDatabase(config);
  try {
    const encryption = await openEncryption(config);
    const ctx = { db, clock: { now: () => new Date() }, encryption };
    const { factors, keys, pushKeys, services } = await encryptSecretsAgain(ctx);
    print(
      `Encrypted with the newest secret: ${factors.done} secrets of authenticator apps, ${keys.done} keys of games` +
        `${pushKeys.done > 0 ? ', the keys of push notifications' : ''}` +
        `${services.done > 0 ? ', the passwords of services' : ''}.`,
    );
    const unreadable =
      factors.unreadable + keys.unreadable + pushKeys.unreadable + services.unreadable;
    if (unreadable > 0) {
      throw new ConfigError(
        `${unreadable} more were encrypted with a secret that is not set here. Put it behind the newest one.`,
      );
    }
    print('Nothing is encrypted with an earlier secret any more.');
  } finally {
    await close();
  }
}

/** The work that the arguments ask for; null if they are wrong. */
function chooseWork([word, option, ...more]: readonly string[]):
  | ((call: Call) => Promise<void>)
  | null {
  if (!word || more.length > 0) return null;
  if (word === '--remove-factors') return option ? (call) => removeFactorsOf(call, option) : null;
  if (word === '--encrypt-again') return option === undefined ? encryptAgain : null;
  if (word === '--new-push-keys') return option === undefined ? renewPushKeys : null;
  if (word === '--rotate-secret') {
    const isKnown = option === undefined || option === '--end-earlier';
    return isKnown ? (call) => rotate(call, option !== undefined) : null;
  }
  return option === undefined ? (call) => admin(call, word) : null;
}

/** Does what the arguments of `npm run admin` ask for. */
export const changeSite: Command = async (call) => {
  const work = chooseWork(call.args);
  if (!work) throw new ConfigError(usage);
  await work(call);
  return true;
};
