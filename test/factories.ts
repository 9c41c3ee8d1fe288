import { randomInt, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDiskFiles } from '#adapters/files/disk-files.ts';
import { createDiskWorkrooms } from '#adapters/files/disk-workrooms.ts';
import type { Database } from '#db/client.ts';
import { cards, games, playSessions, topUpDays, users, wallets } from '#db/schema.ts';
import { createPresence } from '#domain/accounts/presence.ts';
import { auditEconomy } from '#domain/audit/audit-economy.ts';
import { importCardSets } from '#domain/cards/import-card-sets.ts';
import { createGamesSource } from '#domain/catalogue/source/games-source.ts';
import { createMessageWriter } from '#domain/chat/message-writer.ts';
import type { Actor, Ctx } from '#domain/context.ts';
import { moveMoney } from '#domain/money/move-money.ts';
import { createNotices } from '#domain/notices/notices.ts';
import { createFairQueues } from '#server/fair-queues.ts';
import type { Role } from '#shared/roles.ts';
import { cardSets } from '#starter/card-sets.ts';

/** A clock that stands still until it is moved. */
export function createClock(start = '2026-03-14T12:00:00Z') {
  let time = new Date(start).getTime();
  return {
    now: () => new Date(time),
    advance(ms: number) {
      time += ms;
    },
  };
}

const silent = { info() {}, warn() {}, error() {} };

/**
 * A context for tests: real database, standing clock, no limits, mail kept in `mails`, no games database
 * unless one is given.
 */
export function createTestCtx(db: Database, overrides: Partial<Ctx> = {}) {
  const mails: { to: string; subject: string; text: string }[] = [];
  const clock = createClock();
  // Made when it is needed: whoever has to do with files gives folders that are removed again.
  const folder = path.join(tmpdir(), `guildhall-files-${randomUUID()}`);
  const events = overrides.events ?? { publish() {} };
  const ctx: Ctx = {
    db,
    actor: null,
    rules: {
      gamePriceCents: 9_99,
      topUpDailyCents: 500_00,
      playCycleMs: 15_000,
      awardsPerDay: 200,
      marketFeePercent: 0,
    },
    clock,
    random: { integer: (below) => randomInt(below) },
    request: {
      id: randomUUID(),
      address: '192.0.2.1',
      origin: 'http://localhost:3000',
      userAgent: 'test',
    },
    limits: { async take() {}, async giveBack() {}, async reset() {} },
    mailer: {
      delivers: false,
      async send(mail) {
        mails.push(mail);
      },
    },
    // Cheap and obvious: what hashing costs is the real hasher's test.
    hasher: {
      hash: async (password) => `hash:${password}`,
      verify: async (hash, password) => hash === `hash:${password}`,
    },
    presence: createPresence(db, clock),
    publicOrigin: 'http://localhost:3000',
    secret: 'test-secret-test-secret-test-secret',
    banner: null,
    sharePicture: null,
    events,
    notices: createNotices({ db, clock, events, log: silent }),
    messages: createMessageWriter({ db, clock, events, log: silent }),
    // Nobody waits in front of the database: what must hold has to hold there.
    turns: { take: (_, work) => work(false) },
    queues: createFairQueues(),
    files: createDiskFiles(folder),
    workrooms: createDiskWorkrooms(folder),
    hostedFiles: null,
    images: {
      async process() {
        throw new Error('This test makes no pictures.');
      },
    },
    log: silent,
    gamesDatabase: null,
    gamesSource: null,
    ...overrides,
  };
  if (ctx.gamesDatabase) {
    ctx.gamesSource ??= createGamesSource({ ...ctx, database: ctx.gamesDatabase });
  }
  return Object.assign(ctx, { mails, testClock: clock });
}

let counter = 0;

/** An account with a wallet, as an actor. `balance` (cents) comes through the ledger. */
export async function createPlayer(
  db: Database,
  {
    role = 'player',
    balance = 0,
    username,
  }: { role?: Role; balance?: number; username?: string } = {},
): Promise<Actor> {
  counter += 1;
  const shown = username ?? `Player${counter}-${randomUUID().slice(0, 4)}`;
  const registeredAt = role === 'guest' ? null : new Date('2026-01-01T00:00:00Z');
  const [user] = await db
    .insert(users)
    .values({
      username: shown.toLowerCase(),
      displayUsername: shown,
      name: shown.slice(0, 20),
      email: `${shown.toLowerCase()}@example.test`,
      emailVerified: true,
      role,
      registeredAt,
      ...(role === 'guest' && { lastSeenAt: new Date('2026-03-14T12:00:00Z') }),
    })
    .returning({ id: users.id });
  if (!user) throw new Error('The account was not made.');
  await db.insert(wallets).values({ userId: user.id });
  if (balance > 0) {
    await db.insert(topUpDays).values({ userId: user.id, day: '2026-01-02', amount: balance });
    await moveMoney(db, {
      transferId: randomUUID(),
      kind: 'top-up',
      userId: user.id,
      systemAccount: 'top-ups',
      amount: balance,
      subject: null,
      at: new Date('2026-01-02T00:00:00Z'),
    });
  }
  return {
    id: user.id,
    username: shown,
    name: shown.slice(0, 20),
    profilePic: 'profile1.webp',
    role,
    balance,
    rewardClaimed: false,
    sessionId: randomUUID(),
    registeredAt,
  };
}

/** A game of the catalogue. */
export async function createGame(db: Database, values: Partial<typeof games.$inferInsert> = {}) {
  counter += 1;
  const game = {
    id: 900_000 + counter,
    slug: `game-${counter}`,
    name: `Game ${counter}`,
    source: 'bundle' as const,
    ...values,
  };
  await db.insert(games).values(game);
  return game;
}

/** A card that somebody holds, won in a play of its game; answers its id. */
export async function createCard(
  db: Database,
  values: Pick<typeof cards.$inferInsert, 'ownerId' | 'gameId' | 'kindId'> & { createdAt?: Date },
): Promise<string> {
  const createdAt = values.createdAt ?? new Date('2026-02-01T00:00:00Z');
  const playSessionId = randomUUID();
  await db.insert(playSessions).values({
    id: playSessionId,
    userId: values.ownerId,
    gameId: values.gameId,
    startedAt: createdAt,
    cycleStartedAt: createdAt,
    lastCallAt: createdAt,
    endedAt: createdAt,
  });
  const [card] = await db
    .insert(cards)
    .values({ origin: 'played', playSessionId, ...values, createdAt })
    .returning({ id: cards.id });
  if (!card) throw new Error('The card was not made.');
  return card.id;
}

/** The reward catalogue of the bundle, with stand-ins for its pictures. */
export async function createCardSets(db: Database): Promise<void> {
  await importCardSets(
    { db },
    cardSets.map((set) => ({
      ...set,
      cards: set.cards.map((card) => ({ ...card, picture: `/art/cards/${card.id}.svg` })),
    })),
  );
}

/** The rules of the economy that do not hold, with rows that break them: none, in a sound database. */
export async function ledgerFaults(db: Database) {
  return (await auditEconomy({ db })).faults;
}
