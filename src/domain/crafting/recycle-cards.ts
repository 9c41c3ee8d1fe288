import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { boolean, timestamptz, uuid } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { cards, recyclings } from '#database/schema.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import type { Rarity } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { Random } from '../base-context.ts';
import { lockSetAgainstChanges } from '../card-sets/lock-card-set.ts';
import { type CollectedCard, readCollection } from '../collections/read-collection.ts';
import type { Ctx } from '../context.ts';
import { runIdempotent } from '../lib/idempotency.ts';
import { isRestingCard } from '../market/selling/resting-cards.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { consumeCards, lockCollector } from './consume-cards.ts';
import {
  describeShownOdds,
  findNextRarity,
  listRecyclingOptions,
  weighKinds,
} from './recycling-odds.ts';

interface Recycling {
  gameId: number;
  rarity: Rarity;
  /** What `describeShownOdds` gave when the odds were shown; undefined for a client that shows none. */
  shownOdds?: string | undefined;
  key: string;
}

/** The card that a recycling gave. */
export interface RecycledCard {
  recyclingId: string;
  gameId: number;
  card: Pick<CollectedCard, 'kindId' | 'name' | 'picture' | 'rarity'>;
}

/**
 * Recycles ten held duplicates of a rarity of a game into one card of the next rarity that the set has. It
 * takes copies beyond the first of each kind, from the kinds with the most copies first. A card that is made
 * from resting cards rests as long as they do.
 * @throws AppError `login-required`, `account-suspended`, `not-enough-duplicates`, `highest-rarity`,
 * `odds-changed`, `cards-changed`, `key-reused`
 */
export async function recycleCards(
  ctx: Ctx,
  { gameId, rarity, shownOdds, key }: Recycling,
): Promise<RecycledCard> {
  const actor = requireActor(ctx);
  const { id: userId } = actor;
  const request = {
    useCase: 'recycle-cards',
    input: { gameId, rarity, shownOdds: shownOdds ?? null },
  };
  return runIdempotent(ctx, { userId, key, request }, async (tx) => {
    const restSince = await lockCollector(ctx, tx, actor);
    await lockSetAgainstChanges(tx, gameId);
    const set = await readCollection(tx, { userId, gameId });
    const to = findNextRarity(set, rarity);
    const option = listRecyclingOptions(set).find(({ from }) => from === rarity);
    if (!to || !option) throw new AppError('highest-rarity');
    if (shownOdds !== undefined && shownOdds !== describeShownOdds(option)) {
      throw new AppError('odds-changed');
    }
    const used = await chooseDuplicates(tx, { userId, gameId, rarity, restSince }, set);
    if (used.length < collectionConstants.recycledCards) {
      throw new AppError('not-enough-duplicates');
    }
    const now = ctx.clock.now();
    const [recycling] = await tx
      .insert(recyclings)
      .values({ userId, gameId, fromRarity: rarity, toRarity: to, recycledAt: now })
      .returning({ id: recyclings.id });
    if (!recycling) throw new Error('The insert of a recycling returned no row.');
    await consumeCards(tx, {
      ids: used.map(({ id }) => id),
      userId,
      consumedBy: recycling.id,
    });
    const { kindId, name, picture } = drawWeighed(weighKinds(set, to), ctx.random);
    // A card with the age of a resting card rests as long.
    const resting = used.filter(({ rests }) => rests).map(({ createdAt }) => createdAt.getTime());
    await tx.insert(cards).values({
      ownerId: userId,
      kindId,
      gameId,
      origin: 'recycled',
      recyclingId: recycling.id,
      createdAt: resting.length > 0 ? new Date(Math.max(...resting)) : now,
    });
    return { recyclingId: recycling.id, gameId, card: { kindId, name, picture, rarity: to } };
  });
}

function drawWeighed<Kind>(
  weighed: readonly { kind: Kind; weight: number }[],
  random: Random,
): Kind {
  let ticket = random.integer(weighed.reduce((sum, { weight }) => sum + weight, 0));
  for (const { kind, weight } of weighed) {
    ticket -= weight;
    if (ticket < 0) return kind;
  }
  throw new Error('A rarity of a set has no kinds.');
}

interface Duplicate {
  id: string;
  createdAt: Date;
  rests: boolean;
}

/** The duplicates to recycle. The oldest copy of each kind stays. */
export async function chooseDuplicates(
  tx: Queryable,
  {
    userId,
    gameId,
    rarity,
    restSince,
  }: { userId: string; gameId: number; rarity: Rarity; restSince: Date | null },
  set: readonly CollectedCard[],
): Promise<Duplicate[]> {
  const kindIds = set.filter((kind) => kind.rarity === rarity).map(({ kindId }) => kindId);
  const rests: SQL = restSince ? isRestingCard(userId, restSince) : sql`false`;
  return queryRows<Duplicate>(
    tx,
    { id: uuid, createdAt: timestamptz, rests: boolean },
    sql`select id, created_at as "createdAt", rests from (
        select ${cards.id}, ${cards.createdAt}, ${rests} as rests,
          row_number() over (partition by ${cards.kindId} order by ${cards.id}) as copy
        from ${cards}
        where ${cards.ownerId} = ${userId}::uuid and ${cards.gameId} = ${gameId}
          and ${cards.state} = 'held' and ${cards.kindId} = any(${sql.param(kindIds)}::text[])
      ) as held
      where copy > 1 order by copy desc, id limit ${collectionConstants.recycledCards}::integer`,
  );
}
