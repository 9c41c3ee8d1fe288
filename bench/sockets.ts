import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Socket } from 'socket.io-client';
import { openDatabase } from '#database/client.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { createKeys } from '#domain/secrets/keys.ts';
import { createFirstSecret, readStoredSecrets } from '#domain/secrets/stored-secrets.ts';
import {
  callsPerSecond,
  formatRate,
  type Measurement,
  measureInterleaved,
} from './measure-rounds-and-medians.ts';
import {
  connectSocket,
  createSocketUsers,
  joinConversation,
  type SocketUser,
} from './sockets/clients.ts';
import { type ServerProcess, startServer } from './sockets/server-process.ts';

/** The number of sockets and of pairs in the two measurements; set fewer for a trial run. */
const sockets = Number(process.env.BENCH_SOCKETS ?? 5_000);
const pairs = Number(process.env.BENCH_PAIRS ?? 100);
/** The number of sockets that connect first, because the first ones cost more. */
const warmUpCount = 200;
const atOnce = 50;

/** Compares the memory of a connection and the rate of stored messages with plain socket.io. */
export async function socketClaims(dataDir: string): Promise<Measurement[]> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase(postgres.connection);
  try {
    await migrateDatabase(db, 'src/database/migrations');
    const guildhallDir = path.join(dataDir, 'guildhall');
    await mkdir(guildhallDir, { recursive: true });
    const ctx = { db, clock: { now: () => new Date() } };
    await createFirstSecret(ctx, null);
    const people = await createSocketUsers(db, {
      count: Math.max(sockets, 2 * pairs) + warmUpCount,
      keys: createKeys(await readStoredSecrets(ctx)),
    });
    await db.$client.query('vacuum analyze');
    const env = { BENCH_DATABASE: JSON.stringify(postgres.connection), DATA_DIR: guildhallDir };
    return [await memoryClaim(env, people), await messageClaim(env, people)];
  } finally {
    await db.$client.end();
    await postgres.stop();
  }
}

type Settings = Record<string, string>;

async function memoryClaim(env: Settings, people: readonly SocketUser[]): Promise<Measurement> {
  const bytesASocket = async (name: 'guildhall' | 'bare-socket-io') => {
    const server = await startServer(name, env);
    const first = await connectAll(server, people.slice(0, warmUpCount));
    const before = await server.memory();
    const rest = await connectAll(server, people.slice(warmUpCount, warmUpCount + sockets));
    const after = await server.memory();
    for (const socket of [...first, ...rest]) socket.disconnect();
    await server.stop();
    return (after - before) / sockets;
  };
  const { ours, theirs, ratio } = await measureInterleaved(
    () => bytesASocket('guildhall'),
    () => bytesASocket('bare-socket-io'),
  );
  const inKb = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;
  return {
    claim: `Memory of a connected and authenticated socket ÷ of a bare socket.io server's, ${sockets.toLocaleString('en-US')} sockets`,
    ours: inKb(ours),
    theirs: inKb(theirs),
    ratio,
    goal: { atMost: 1.5 },
  };
}

async function messageClaim(env: Settings, people: readonly SocketUser[]): Promise<Measurement> {
  const guildhall = await startServer('guildhall', env);
  const bare = await startServer('bare-socket-io', env);
  const chatting = people.slice(0, 2 * pairs);
  const ourLanes = createLanes(await joinPairs(guildhall, chatting, joinGuildhall));
  const theirLanes = createLanes(await joinPairs(bare, chatting, joinBare));
  try {
    const { ours, theirs, ratio } = await measureInterleaved(
      () => callsPerSecond(ourLanes),
      () => callsPerSecond(theirLanes),
    );
    return {
      claim: `Messages acknowledged and delivered between ${pairs} pairs ÷ through a bare socket.io relay that keeps nothing`,
      ours: formatRate(ours),
      theirs: formatRate(theirs),
      ratio,
      goal: { atLeast: 0.3 },
    };
  } finally {
    await guildhall.stop();
    await bare.stop();
  }
}

async function connectAll(server: ServerProcess, people: readonly SocketUser[]): Promise<Socket[]> {
  const connected: Socket[] = [];
  for (let from = 0; from < people.length; from += atOnce) {
    const batch = people
      .slice(from, from + atOnce)
      .map((person) => connectSocket(server.origin, person.cookie));
    connected.push(...(await Promise.all(batch)));
  }
  return connected;
}

type Join = (socket: Socket, me: SocketUser, friend: SocketUser) => Promise<unknown>;

const joinGuildhall: Join = (socket, me, friend) =>
  joinConversation(socket, me.username, friend.username);

const joinBare: Join = (socket, me, friend) =>
  socket.emitWithAck('join', [me.username, friend.username].toSorted().join());

type Pair = [Socket, Socket];

async function joinPairs(
  server: ServerProcess,
  people: readonly SocketUser[],
  join: Join,
): Promise<Pair[]> {
  const connected = await connectAll(server, people);
  const joined: Pair[] = [];
  for (let place = 0; place + 1 < people.length; place += 2) {
    const [one, other] = [people[place], people[place + 1]];
    const [ones, others] = [connected[place], connected[place + 1]];
    if (!one || !other || !ones || !others) throw new Error('A player or socket is missing.');
    await join(ones, one, other);
    await join(others, other, one);
    joined.push([ones, others]);
  }
  return joined;
}

/** Both of a pair send the next message when the last one is acknowledged and received. */
function createLanes(joined: readonly Pair[]): (() => Promise<void>)[] {
  return joined.flatMap(([one, other]) => [lane(one, other), lane(other, one)]);
}

function lane(from: Socket, to: Socket): () => Promise<void> {
  let expected = '';
  let arrive = () => {};
  to.on('message', ({ id }: { id: string }) => {
    if (id === expected) arrive();
  });
  return async () => {
    expected = randomUUID();
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    arrive = resolve;
    const answer = await from.emitWithAck('message', { id: expected, text: 'Shall we trade?' });
    if (!answer.ok) throw new Error(answer.error);
    await arrived;
  };
}
