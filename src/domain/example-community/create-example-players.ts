import { randomUUID } from 'node:crypto';
import { usernameConstants } from '#shared/constants/accounts.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { claimUsername } from '../accounts/registration/claim-username.ts';
import { createAccount, findTakenField } from '../accounts/registration/create-account.ts';
import { requireFreeUsername } from '../accounts/registration/register.ts';
import { editProfile } from '../profiles/edit-profile.ts';
import type { ExamplePlayer, ExampleSession } from './example-session.ts';
import { type InventedPlayer, inventPlayer } from './invent-player.ts';

const triesMax = 50;

/**
 * Creates an example player at the time of the session. It has no password and an address that never exists
 * (RFC 2606), and no session can begin for it.
 * @throws Error if no free name was found.
 */
export async function createExamplePlayer(session: ExampleSession): Promise<ExamplePlayer> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    const invented = inventPlayer(session);
    if (invented.username.length > usernameConstants.max) continue;
    const player = await tryToCreate(session, invented);
    if (!player) continue;
    const { username: _, ...shown } = invented;
    await session.as(player, () => editProfile(session.ctx, shown));
    return player;
  }
  throw new Error('No free name for an example player was found.');
}

/** Null if the name is taken. */
async function tryToCreate(
  { ctx }: ExampleSession,
  { username }: InventedPlayer,
): Promise<ExamplePlayer | null> {
  const registeredAt = ctx.clock.now();
  try {
    await requireFreeUsername(ctx, username);
    const account = {
      username: username.toLowerCase(),
      displayUsername: username,
      name: username,
      email: `${randomUUID()}@example.invalid`,
      emailVerified: false,
      role: 'player' as const,
      isExample: true,
      registeredAt,
      lastSeenAt: registeredAt,
    };
    const id = await createAccount(ctx, account, {
      passwordHash: null,
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
