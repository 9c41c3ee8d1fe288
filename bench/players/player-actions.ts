import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Socket } from 'socket.io-client';
import type { Random } from '#catalog/seeded-random.ts';
import type { Database } from '#database/client.ts';
import { text } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { createKeys } from '#domain/secrets/keys.ts';
import { readStoredSecrets } from '#domain/secrets/stored-secrets.ts';
import { generateListings } from '../generated-listings.ts';
import type { NonEmptyList } from '../generated-words.ts';
import { acceptEncoding } from '../load.ts';
import { connectSocket, createSocketUsers, joinConversation } from '../sockets/clients.ts';

/** What players do, in percent. */
const shares = { browse: 60, search: 15, play: 10, market: 10, chat: 5 } as const;
type Activity = keyof typeof shares;

const sellers = 2_000;
const listingsEach = 10;

/** A player with a session, money, a game, and a socket that has joined the chat with a friend. */
interface MixedPlayer {
  username: string;
  cookie: string;
  gameId: string;
  socket: Socket;
}

/** What is in the database that the players visit and buy. */
interface Community {
  gameIds: NonEmptyList;
  /** Ids of listings that no player has tried to buy. */
  listings: string[];
  discussions: NonEmptyList;
  usernames: NonEmptyList;
}

/** Players who use the site as people do, each with one request at a time. */
export interface MixedPlayers {
  /**
   * One player acts `count` times without a pause. Returns the time of each action in milliseconds.
   * @throws Error for an unexpected answer.
   */
  actAlone(count: number): Promise<number[]>;
  /** All act for `seconds`, with pauses of 2 to 8 seconds. Returns the time of each action in milliseconds. */
  actTogether(seconds: number): Promise<number[]>;
  disconnect(): void;
}

type Row = { id: string };

const listIds = {
  gameIds: declareStatement<Row, Record<string, never>>(
    { id: text },
    sql`select id::text as id from games order by id`,
  ),
  listings: declareStatement<Row, Record<string, never>>(
    { id: text },
    sql`select id::text as id from market_listings order by id`,
  ),
  discussions: declareStatement<Row, Record<string, never>>(
    { id: text },
    sql`select id::text as id from discussions order by id limit 200`,
  ),
  usernames: declareStatement<Row, Record<string, never>>(
    { id: text },
    sql`select username as id from users where role = 'player' order by id limit 200`,
  ),
};

/**
 * Creates `count` players, an even number, in the database of the server at `origin`, which has the demo
 * data. Each buys a game.
 */
export async function createMixedPlayers(
  db: Database,
  { origin, count, random }: { origin: string; count: number; random: Random },
): Promise<MixedPlayers> {
  const keys = createKeys(await readStoredSecrets({ db, clock: { now: () => new Date() } }));
  const users = await createSocketUsers(db, { count, keys });
  // Accounts of the first day may buy little; the money has no ledger entry.
  await db.execute(sql`with old as (
      update users set registered_at = now() - interval '30 days'
      where username like 'talker%' returning id
    ) update wallets set balance = 5000000 from old where user_id = old.id`);
  await generateListings(db, { sellers, listingsEach, random });
  const list = async (name: keyof typeof listIds) => {
    const [first, ...others] = (await listIds[name](db, {})).map(({ id }) => id);
    if (first === undefined) throw new Error('The demo data is not complete.');
    return [first, ...others] satisfies NonEmptyList;
  };
  const community: Community = {
    gameIds: await list('gameIds'),
    listings: await list('listings'),
    discussions: await list('discussions'),
    usernames: await list('usernames'),
  };
  await db.$client.query('vacuum analyze');

  const players: MixedPlayer[] = [];
  for (const [index, user] of users.entries()) {
    const friend = users[index % 2 === 0 ? index + 1 : index - 1];
    if (!friend) throw new Error('The number of players must be even.');
    const socket = await connectSocket(origin, user.cookie);
    await joinConversation(socket, user.username, friend.username);
    const player = { ...user, socket, gameId: random.pick(community.gameIds) };
    await post(origin, player, `/game-info/${player.gameId}`, { key: randomUUID(), price: '999' });
    players.push(player);
  }

  const act = async (player: MixedPlayer) => {
    const started = performance.now();
    await activities[chooseActivity(random)]({ origin, player, community, random });
    return performance.now() - started;
  };
  return {
    async actAlone(actions) {
      const [player] = players;
      if (!player) throw new Error('There are no players.');
      const times: number[] = [];
      while (times.length < actions) times.push(await act(player));
      return times;
    },
    async actTogether(seconds) {
      const times: number[] = [];
      const end = performance.now() + seconds * 1_000;
      await Promise.all(
        players.map(async (player) => {
          // They do not all begin at once.
          await pause(random.between(0, 8_000));
          while (performance.now() < end) {
            times.push(await act(player));
            await pause(random.between(2_000, 8_000));
          }
        }),
      );
      return times;
    },
    disconnect() {
      for (const { socket } of players) socket.disconnect();
    },
  };
}

function chooseActivity(random: Random): Activity {
  let left = random.between(0, 100);
  for (const [activity, share] of Object.entries(shares)) {
    left -= share;
    if (left < 0) return activity as Activity;
  }
  return 'browse';
}

interface Scene {
  origin: string;
  player: MixedPlayer;
  community: Community;
  random: Random;
}

const activities: Record<Activity, (scene: Scene) => Promise<void>> = {
  async browse({ origin, player, community, random }) {
    const path = random.pick([
      '/',
      `/?page=${1 + Math.floor(random.between(0, 4))}`,
      `/game-info/${random.pick(community.gameIds)}`,
      `/game-info/${player.gameId}`,
      '/library',
      '/collection',
      '/community',
      '/community/discussions',
      `/community/discussions/${random.pick(community.discussions)}`,
      '/community/market',
      `/profile/${random.pick(community.usernames)}`,
      `/profile/${player.username}/inventory`,
      '/profile/notification',
    ]);
    // A browser reads a whole page at first, and later the data of pages.
    await read(origin, player, random.between(0, 3) < 1 ? path : toDataPath(path));
  },
  async search({ origin, player, random }) {
    const word = random.pick(['star', 'chess', 'night', 'the', 'race', 'moon', 'iron', 'go']);
    const list = random.pick(['/', '/community/discussions', '/community/market']);
    await read(origin, player, toDataPath(`${list}?q=${word}`));
  },
  async play({ origin, player, random }) {
    const path = `/game-session/${player.gameId}`;
    const intent = random.pick(['start', 'keep', 'keep']);
    if (intent === 'start') await read(origin, player, toDataPath(path));
    await post(origin, player, toDataPath(path), { intent });
  },
  async market({ origin, player, community, random }) {
    if (random.between(0, 2) < 1) {
      await read(origin, player, toDataPath('/community/market?order=price'));
      return;
    }
    const itemId = community.listings.pop();
    if (itemId === undefined) throw new Error('All listings are sold.');
    const fields = { intent: 'buy', itemId, key: randomUUID() };
    await post(origin, player, '/community/market', fields);
  },
  async chat({ player }) {
    const answer = await player.socket.timeout(10_000).emitWithAck('message', {
      id: randomUUID(),
      text: 'Shall we trade?',
    });
    if (!answer.ok) throw new Error(`A message was rejected: ${answer.error}`);
  },
};

/** The URL from which React Router reads the data of a page. */
function toDataPath(path: string): string {
  const [pathname = '', search] = path.split('?', 2);
  const data = pathname === '/' ? '/_.data' : `${pathname}.data`;
  return search === undefined ? data : `${data}?${search}`;
}

async function read(origin: string, { cookie }: MixedPlayer, path: string): Promise<void> {
  const response = await fetch(origin + path, {
    headers: { 'Accept-Encoding': acceptEncoding, Cookie: cookie },
    signal: AbortSignal.timeout(30_000),
  });
  await response.arrayBuffer();
  if (response.status >= 400) throw new Error(`${path} answered ${response.status}.`);
}

/** Sends a form. Whether the rules allow what it asks for does not matter here. */
async function post(
  origin: string,
  { cookie }: MixedPlayer,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  const response = await fetch(origin + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'Accept-Encoding': acceptEncoding, Cookie: cookie, Origin: origin },
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  });
  const body = await response.text();
  if (response.status >= 500 || response.status === 429 || response.status === 403) {
    throw new Error(`${path} answered ${response.status}: ${body.slice(0, 500)}`);
  }
}
