import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq, sum } from 'drizzle-orm';
import { readBundle } from '#catalog/read-bundle.ts';
import { cards, users, wallets } from '#database/schema.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import { importCardSets } from '#domain/card-sets/import-card-sets.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import { createCtx, createServices } from '#server/bootstrap/create-services.ts';
import { createLog } from '#server/bootstrap/log.ts';
import { openConfiguredDatabase } from '#server/bootstrap/open-database.ts';
import { readConfig } from '#server/config/config.ts';
import { drawExamplePictures } from '#server/jobs/draw-example-pictures.ts';
import { dumpRows } from '#test/upgrade/dump-rows.ts';
import { demoLogin } from './demo/demo-players.ts';
import { demoSize, fillDemo } from './demo/fill-demo.ts';

// Writes the database of this version with a small community as SQL. The upgrade tests start from it.
const size = {
  ...demoSize,
  players: 8,
  games: 20,
  cards: 80,
  gamesMax: 16,
  salesOfEvening: 1,
  guests: 1,
};
const migrations = 'src/database/migrations';

/** Facts that the tests expect after the upgrade; the first line of the file. */
interface FixtureFacts {
  version: string;
  /** When the file was written, because sessions expire. */
  at: string;
  /** The secret of the installation, a Set-Cookie header of a session that is signed with it, and its user. */
  secret: string;
  cookie: string;
  username: string;
  accounts: number;
  cards: number;
  /** The sum of all balances of players, in cents. */
  cents: number;
}

async function write(): Promise<void> {
  const { version }: { version: string } = JSON.parse(await readFile('package.json', 'utf8'));
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'guildhall-fixture-'));
  const log = createLog('silent');
  const secret = randomBytes(32).toString('base64url');
  const config = readConfig({ DATA_DIR: dataDir, GUILDHALL_SECRET: secret });
  const { db, close } = await openConfiguredDatabase(config, log);
  try {
    const bundle = await readBundle({ catalogDirectory: 'catalog', artDirectory: 'public/art' });
    const { banner, share: shareImage } = bundle;
    const services = await createServices(config, db, log, { banner, shareImage });
    await importGames(services, bundle);
    await importCardSets(services, bundle.cardSets);
    const request = {
      id: randomUUID(),
      address: '127.0.0.1',
      origin: 'http://localhost',
      userAgent: 'Guildhall demonstration',
    };
    const ctx = createCtx(services, request, null);
    const { clock } = services;
    const drawPictures = () => drawExamplePictures('public/art');
    await fillDemo(ctx, { size, drawPictures });
    const [account] = await db.select().from(users).where(eq(users.username, demoLogin.username));
    if (!account) throw new Error('The demo data has no demo account.');
    const [total] = await db.select({ cents: sum(wallets.balance) }).from(wallets);
    const facts: FixtureFacts = {
      version,
      at: clock.now().toISOString(),
      secret,
      cookie: await startSession(ctx, account.id, { method: 'password' }),
      username: account.displayUsername,
      accounts: await db.$count(users),
      cards: await db.$count(cards),
      cents: Number(total?.cents),
    };
    const file = `test/upgrade/v${version}.sql`;
    const lines = [`-- ${JSON.stringify(facts)}`, await schemaOf(), ...(await dumpRows(db))];
    await writeFile(file, `${lines.join('\n')}\n`);
    console.log(`Wrote ${file}.`);
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** All migrations in their order. */
async function schemaOf(): Promise<string> {
  const journal: { entries: { tag: string }[] } = JSON.parse(
    await readFile(`${migrations}/meta/_journal.json`, 'utf8'),
  );
  const files = journal.entries.map(({ tag }) => readFile(`${migrations}/${tag}.sql`, 'utf8'));
  return (await Promise.all(files)).join('\n');
}

await write();
