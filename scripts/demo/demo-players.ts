import { createSeededRandom } from '#catalog/seeded-random.ts';
import { type InventedPlayer, inventPlayer } from '#domain/example-community/invent-player.ts';
import { usernameConstants } from '#shared/constants/accounts.ts';

/** The account to log in with, and the password that all demo players share. */
export const demoLogin = { username: 'demo', password: 'guildhall-demo' } as const;

export interface DemoPlayer extends InventedPlayer {
  email: string;
}

/**
 * Generates `count` players, always the same ones: a smaller `count` gives the first of them. The first
 * player is the demo account.
 */
export function generatePlayers(count: number): DemoPlayer[] {
  const playersByUsername = new Map<string, DemoPlayer>();
  playersByUsername.set(demoLogin.username, {
    username: demoLogin.username,
    email: emailOf(demoLogin.username),
    name: 'Demo Player',
    description: 'Shows newcomers around. Log in as me and look at everything.',
    profilePic: 'profile4.webp',
  });
  for (let index = 0; playersByUsername.size < count; index += 1) {
    const player = generatePlayer(`person ${index}`);
    if (player.username.length > usernameConstants.max) continue;
    if (!playersByUsername.has(player.username.toLowerCase())) {
      playersByUsername.set(player.username.toLowerCase(), player);
    }
  }
  return [...playersByUsername.values()];
}

function generatePlayer(seed: string): DemoPlayer {
  const { username, ...shown } = inventPlayer(createSeededRandom(seed));
  return { username, email: emailOf(username), ...shown };
}

/** Uses the reserved domain `.example` (RFC 2606), so that no real person gets mail. */
function emailOf(username: string): string {
  return `${username.toLowerCase()}@demo.example`;
}
