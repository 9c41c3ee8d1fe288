import { createSeededRandom } from '#catalog/seeded-random.ts';
import type { InventedAccount } from '#domain/example-community/create-player.ts';
import { type InventedPlayer, inventPlayer } from '#domain/example-community/invent-player.ts';
import { usernameConstants } from '#shared/constants/accounts/credentials.ts';

/** The account to log in with, and the password that all demo players share. */
export const demoLogin = { username: 'demo', password: 'guildhall-demo' } as const;

const demoPlayer: InventedPlayer = {
  username: demoLogin.username,
  name: 'Demo Player',
  description: 'Shows newcomers around. Log in as me and look at everything.',
  profilePic: 'profile4.webp',
};

/** Yields the demo account and then other players, always the same ones with different names. */
export function* inventDemoPlayers(): Generator<InventedPlayer, never> {
  yield demoPlayer;
  const known = new Set<string>([demoLogin.username]);
  for (let number = 0; ; number += 1) {
    const player = inventPlayer(createSeededRandom(`person ${number}`));
    const key = player.username.toLowerCase();
    if (key.length > usernameConstants.max || known.has(key)) continue;
    known.add(key);
    yield player;
  }
}

/** The account of a demo player. Its address is of the reserved domain `.example` (RFC 2606), so that no real person gets mail. */
export function toDemoAccount(player: InventedPlayer, passwordHash: string): InventedAccount {
  const email = `${player.username.toLowerCase()}@demo.example`;
  return { ...player, email, emailVerified: true, passwordHash, isExample: false };
}
