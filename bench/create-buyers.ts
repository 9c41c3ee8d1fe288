import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { readBundle } from '#catalog/read-bundle.ts';
import type { Database } from '#database/client.ts';
import { uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import type { Actor } from '#domain/actor.ts';
import { importGames } from '#domain/catalog/games/import-games.ts';
import type { Ctx } from '#domain/context.ts';
import { buyGame } from '#domain/game-library/buy-game.ts';
import { createKeyedQueue } from '#domain/lib/keyed-queue.ts';
import { createPlayer, createTestCtx } from '#test/fixtures/factories.ts';

const players = 50_000;

/** Players with money, and the context in which they act. */
export interface Buyers {
  ctx: Ctx;
  actors: readonly Actor[];
  /** Makes the next purchase. In the end each player would own the whole catalog. */
  buyNextGame(): Promise<unknown>;
}

const listBuyers = declareStatement<{ id: string }, Record<string, never>>(
  { id: uuid },
  sql`select user_id as id from wallets where balance > 0 order by random()`,
);

/** Creates 50,000 players with enough money for the whole catalog. */
export async function fillBuyers(db: Database): Promise<Buyers> {
  const ctx = createTestCtx(db, {
    clock: { now: () => new Date() },
    market: { listingQueue: createKeyedQueue() },
  });
  const bundle = await readBundle({
    catalogDirectory: 'catalog',
    artDirectory: 'build/client/art',
  });
  await importGames(ctx, bundle);
  await db.execute(sql`
    with made as (
      insert into users (username, display_username, email, registered_at)
      select name, name, name || '@example.com', now() - interval '30 days'
      from (select 'buyer' || number as name from generate_series(1, ${players}) as number) as names
      returning id
    )
    insert into wallets (user_id, balance) select id, 5000000 from made`);
  const template = await createPlayer(db);
  const actors = (await listBuyers(db, {})).map(({ id }) => ({ ...template, id }));
  let next = 0;
  const buyNextGame = () => {
    const actor = actors[next % actors.length] ?? null;
    const gameId = bundle.games[Math.floor(next / actors.length)]?.id ?? 0;
    next += 1;
    return buyGame(
      { ...ctx, actor },
      { gameId, key: randomUUID(), price: ctx.rules.gamePriceCents },
    );
  };
  return { ctx, actors, buyNextGame };
}
