import { usernameConstants } from '#shared/constants/accounts/credentials.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { claimUsername } from '../accounts/registration/claim-username.ts';
import { createAccount, findTakenField } from '../accounts/registration/create-account.ts';
import { requireFreeUsername } from '../accounts/registration/register.ts';
import { editProfile } from '../profiles/edit-profile.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';
import type { InventedPlayer, RandomNumbers } from './invent-player.ts';

const triesMax = 50;

/** An invented player and how the account is stored. */
export interface InventedAccount extends InventedPlayer {
  email: string;
  emailVerified: boolean;
  /** Null for an account that nobody can log in to. */
  passwordHash: string | null;
  /** Whether an admin removes it with all examples. */
  isExample: boolean;
}

export type Invent = (random: RandomNumbers) => InventedAccount;

/**
 * Creates the account of an invented player at the time of the session. Invents another one while the name is taken
 * or too long.
 * @throws Error if no free name was found.
 */
export async function createPlayer(
  session: ExampleSession,
  invent: Invent,
): Promise<ExamplePlayer> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const invented = invent(session);
    if (invented.username.length > usernameConstants.max) continue;
    const player = await tryToCreate(session, invented);
    if (!player) continue;
    const { name, description, profilePic } = invented;
    await session.as(player, () => editProfile(session.ctx, { name, description, profilePic }));
    return player;
  }
  throw new Error('No free name for an invented player was found.');
}

/** Null if the name is taken. */
async function tryToCreate(
  { ctx }: ExampleSession,
  { username, email, emailVerified, passwordHash, isExample }: InventedAccount,
): Promise<ExamplePlayer | null> {
  const registeredAt = ctx.clock.now();
  try {
    await requireFreeUsername(ctx, username);
    const account = {
      username: username.toLowerCase(),
      displayUsername: username,
      name: username,
      email,
      emailVerified,
      role: 'player' as const,
      isExample,
      registeredAt,
      lastSeenAt: registeredAt,
    };
    const id = await createAccount(ctx, account, {
      passwordHash,
      invitation: null,
      followsRegistrationMode: false,
      beforeInsert: (tx) => claimUsername(tx, username),
    });
    return { id, username, registeredAt };
  } catch (error) {
    const isTaken = isAppError(error) && error.code === 'username-taken';
    if (isTaken || findTakenField(error) !== null) return null;
    throw error;
  }
}
