import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { type Database, openDatabase } from '#database/client.ts';
import { uuid } from '#database/column-types.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres/start-embedded-postgres.ts';
import { migrateDatabase } from '#database/migrate.ts';
import { declareStatement } from '#database/prepared-query.ts';
import { createMessageWriter } from '#domain/chat/batched-message-writer.ts';
import { sendMessage } from '#domain/chat/send-message.ts';
import type { Ctx } from '#domain/context.ts';
import { connectNodes, type DirectConnection } from '#server/bootstrap/connect-nodes.ts';
import { type RedisServer, startRedisServer } from '#test/fixtures/redis-server.ts';
import { findPostgresPid, readCpuMs } from './cpu-time.ts';
import { type Buyers, fillBuyers } from './create-buyers.ts';
import {
  callsPerCpuSecond,
  callsPerSecond,
  formatRate,
  type Measurement,
  measureInterleaved,
} from './measure-rounds-and-medians.ts';

const clients = 16;

/** A node whose events nobody, or a second node in this process, receives. */
interface MeasuredNode {
  ctx: Pick<Ctx, 'events' | 'rateLimiter' | 'chat'>;
  stop(): Promise<void>;
}

/**
 * Compares purchases and chat messages of a single node, with events and limits in memory, with those of a node
 * that shares them with a second one in the same process: over Postgres, and over Redis if the system has it.
 * The CPU time is that of all these processes.
 */
export async function eventCosts(dataDir: string): Promise<Measurement[]> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase({ ...postgres.connection, max: clients });
  const redis = await startRedisServer().catch((error: Error) => {
    console.log(`(without Redis: ${error.message})`);
    return null;
  });
  try {
    await migrateDatabase(db, 'src/database/migrations');
    const buyers = await fillBuyers(db);
    const conversations = await createConversations(db, buyers);
    await db.$client.query('vacuum analyze');
    await db.$client.query('checkpoint');
    const pids = [
      process.pid,
      await findPostgresPid(dataDir),
      ...(redis?.process.pid ? [redis.process.pid] : []),
    ];
    return await compareAll({
      db,
      buyers,
      conversations,
      redis,
      pids,
      direct: postgres.connection,
    });
  } finally {
    await redis?.stop();
    await db.$client.end();
    await postgres.stop();
  }
}

interface Setup {
  db: Database;
  buyers: Buyers;
  /** The conversation of each pair of consecutive buyers. */
  conversations: string[];
  redis: RedisServer | null;
  /** This process, Postgres and Redis. */
  pids: number[];
  direct: DirectConnection;
}

async function compareAll(setup: Setup): Promise<Measurement[]> {
  const { redis, pids } = setup;
  const measured: Measurement[] = [];
  const single = await startNode(setup, null);
  const ways = [['Postgres', undefined] as const];
  for (const [name, url] of redis ? [...ways, ['Redis', redis.url] as const] : ways) {
    const shared = await startNode(setup, { REDIS_URL: url });
    const subjects = [
      ['purchases, each with an event', createPurchase(setup), 0.85],
      ['chat messages with their events', createMessage(setup, { hasLimits: false }), 0.7],
      ['chat messages with events and limits', createMessage(setup, { hasLimits: true }), 0.4],
    ] as const;
    for (const [subject, create, atLeast] of subjects) {
      const claim = `Shared over ${name} ÷ in memory: ${subject}`;
      const rate = (node: MeasuredNode) => () => callsPerSecond([create(node.ctx)]);
      const rates = await measureInterleaved(rate(shared), rate(single));
      measured.push({
        claim,
        ours: formatRate(rates.ours),
        theirs: formatRate(rates.theirs),
        ratio: rates.ratio,
        goal: { atLeast },
        note: 'one at a time',
      });
      const cpuRate = (node: MeasuredNode) => () =>
        callsPerCpuSecond(
          Array.from({ length: clients }, () => create(node.ctx)),
          async () => (await Promise.all(pids.map(readCpuMs))).reduce((sum, ms) => sum + ms, 0),
        );
      const cpuRates = await measureInterleaved(cpuRate(shared), cpuRate(single));
      measured.push({
        claim,
        ours: `${formatRate(cpuRates.ours)} of CPU`,
        theirs: `${formatRate(cpuRates.theirs)} of CPU`,
        ratio: cpuRates.ratio,
        goal: { atLeast },
        note: `${clients} at a time, for each second of CPU time`,
      });
    }
    await shared.stop();
  }
  await single.stop();
  return measured;
}

type NodeCtx = MeasuredNode['ctx'];

/** A purchase publishes no event, but the sale of a card does: one for the seller. */
function createPurchase({ buyers }: Setup) {
  return ({ events }: NodeCtx) =>
    async () => {
      await buyers.buyNextGame();
      events.publish({
        type: 'notified',
        userId: randomUUID(),
        kinds: ['item-sold'],
        balanceChanged: true,
      });
    };
}

/** Each message has another sender, because an account may send ten in ten seconds. */
function createMessage({ buyers, conversations }: Setup, { hasLimits }: { hasLimits: boolean }) {
  let next = 0;
  return ({ chat, rateLimiter }: NodeCtx) => {
    const ctx = { ...buyers.ctx, chat, ...(hasLimits && { rateLimiter }) };
    return async () => {
      const index = next % buyers.actors.length;
      next += 1;
      const actor = buyers.actors[index] ?? null;
      const conversationId = conversations[Math.floor(index / 2)] ?? '';
      await sendMessage({ ...ctx, actor }, { conversationId, id: randomUUID(), text: 'Hello!' });
    };
  };
}

/** Starts the measured node and, with `shared`, a second one that receives its events. */
async function startNode(
  { db, direct, buyers }: Setup,
  shared: { REDIS_URL: string | undefined } | null,
): Promise<MeasuredNode> {
  const log = pino({ level: 'silent' });
  const config = { REDIS_URL: shared?.REDIS_URL, WEB_PROCESSES: 1 };
  const open = () =>
    connectNodes({
      config,
      db,
      log,
      node: { id: randomUUID(), keyIds: [] },
      direct: shared && direct,
      servesRequests: true,
    });
  const own = await open();
  const other = shared ? await open() : null;
  const { events, rateLimiter } = own;
  const writer = createMessageWriter({ db, events, log, clock: buyers.ctx.clock });
  return {
    ctx: { events, rateLimiter, chat: { writer } },
    async stop() {
      await own.events.stop();
      await other?.events.stop();
    },
  };
}

const insertTalks = declareStatement<{ id: string }, { ids: string[] }>(
  { id: uuid },
  sql`with pairs as (
      select number, least(one.id, other.id) as low_id, greatest(one.id, other.id) as high_id
      from unnest(${sql.placeholder('ids')}::uuid[]) with ordinality as one(id, number)
      join unnest(${sql.placeholder('ids')}::uuid[]) with ordinality as other(id, place)
        on other.place = one.number + 1
      where one.number % 2 = 1
    ), friends as (
      insert into friendships (low_id, high_id, since) select low_id, high_id, now() from pairs
    ), made as (
      insert into conversations (low_id, high_id) select low_id, high_id from pairs
      returning id, low_id
    )
    select made.id from made join pairs on pairs.low_id = made.low_id order by pairs.number`,
);

/** Makes friends of each two consecutive buyers, with a conversation. */
async function createConversations(db: Database, { actors }: Buyers): Promise<string[]> {
  const rows = await insertTalks(db, { ids: actors.map(({ id }) => id) });
  return rows.map(({ id }) => id);
}
