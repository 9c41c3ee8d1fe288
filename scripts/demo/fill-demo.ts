import { eq, inArray, or } from 'drizzle-orm';
import { createSeededRandom } from '#catalog/seeded-random.ts';
import type { Database } from '#database/client.ts';
import { tradeOffers, users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import type { ExamplePicture } from '#domain/example-community/befriend-and-write.ts';
import type { CommunitySize } from '#domain/example-community/community-types.ts';
import { threads } from '#domain/example-community/discussion-texts.ts';
import { makeCommunity } from '#domain/example-community/make-community.ts';
import { ConfigError } from '#server/config/config.ts';
import { demoLogin, inventDemoPlayers, toDemoAccount } from './demo-players.ts';

/** A year of a large community. */
export const demoSize: CommunitySize = {
  players: 200,
  games: 600,
  cards: 3_000,
  gamesMax: 1_000,
  registration: [360, 1],
  salesOfEvening: 9,
  sellers: 60,
  kindsOfSeller: 4,
  orders: 60,
  offers: 8,
  threads,
  guests: 5,
};

interface Filling {
  size: CommunitySize;
  drawPictures: () => Promise<ExamplePicture[]>;
  /** Called with one line for each step. */
  report?: (line: string) => void;
}

/**
 * Fills a database that contains the catalog with a community and the demo account, always the same one. Returns
 * false and changes nothing when it exists.
 * @throws ConfigError if an earlier run was stopped in the middle.
 */
export async function fillDemo(
  ctx: Ctx,
  { size, drawPictures, report = () => {} }: Filling,
): Promise<boolean> {
  const found = await findDemo(ctx.db);
  if (found === 'complete') return false;
  if (found === 'begun') {
    throw new ConfigError(
      'An earlier run was stopped before the demo data was complete. Delete the database with npm run db:reset, and run it again.',
    );
  }
  const random = createSeededRandom('demo');
  const seeded = {
    ...ctx,
    random: { integer: (below: number) => Math.floor(random.between(0, below)) },
  };
  // All have the same password, so it is hashed once.
  const { username, password } = demoLogin;
  const from = { address: ctx.request.address, account: username };
  const passwordHash = await ctx.accounts.hasher.hash(password, from);
  const people = inventDemoPlayers();
  const invent = () => toDemoAccount(people.next().value, passwordHash);
  report(`${size.players} players register, buy games, collect cards, trade and talk …`);
  let tenths = 0;
  await makeCommunity(seeded, {
    size,
    demoAccount: invent(),
    invent,
    pictures: await drawPictures(),
    onStep(share) {
      if (share * 10 < tenths + 1) return;
      tenths = Math.floor(share * 10);
      report(`  ${tenths * 10} %`);
    },
  });
  await ctx.notifier.flush();
  return true;
}

/** The last thing that happens are trade offers, some of them with the demo account. */
async function findDemo(db: Database): Promise<'missing' | 'begun' | 'complete'> {
  const demo = db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.username, demoLogin.username));
  if ((await db.$count(users, inArray(users.id, demo))) === 0) return 'missing';
  const isDemo = or(inArray(tradeOffers.senderId, demo), inArray(tradeOffers.recipientId, demo));
  return (await db.$count(tradeOffers, isDemo)) > 0 ? 'complete' : 'begun';
}
