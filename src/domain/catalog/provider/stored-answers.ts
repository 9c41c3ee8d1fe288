import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#database/client.ts';
import { boolean, integer, jsonArray, nullable, timestamptz } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { providerAnswers as answers, games, genres } from '#database/schema.ts';
import { catalogProviderConstants } from '#shared/constants/catalog/catalog-provider.ts';
import { type GameSummary, gameSummaryFields, gameSummaryValue } from '../games/game-list-sql.ts';

/** The stored answer of a query. */
export interface StoredAnswer {
  answeredAt: Date;
  /** The games of a list in the provider's order, without those that are hidden on this site. */
  games: GameSummary[];
  total: number;
  /** Whether the provider answered that the thing, or this page of a list, does not exist. */
  missing: boolean;
}

export interface StoredQuery {
  /** Null if the query was never answered. */
  answer: StoredAnswer | null;
  /** Until when a node has claimed the query in order to fetch it; null if none has. */
  claimedUntil: Date | null;
}

interface Row {
  answeredAt: Date | null;
  claimedUntil: Date | null;
  games: GameSummary[];
  total: number;
  missing: boolean;
}

const value = sql.placeholder;

// Prepared: with a provider it runs before most reads of the catalog.
const read = prepareStatement<Row, { question: string }>(
  'read-games-database-answer',
  {
    answeredAt: nullable(timestamptz),
    claimedUntil: nullable(timestamptz),
    games: jsonArray(gameSummaryValue),
    total: integer,
    missing: boolean,
  },
  sql`select answer.answered_at as "answeredAt", answer.asking_until as "claimedUntil", answer.total,
    answer.missing, array(
      select jsonb_build_object(${gameSummaryFields})
      from unnest(answer.game_ids) with ordinality as listed(id, place)
      join ${games} as game on game.id = listed.id and not game.is_hidden
      order by listed.place
    ) as games
  from ${answers} as answer where answer.question = ${value('question')}`,
);

/** The stored state of a query by its key (`queryKey`); null if it was never sent. */
export async function readAnswer(db: Database, key: string): Promise<StoredQuery | null> {
  const [row] = await read(db, { question: key });
  if (!row) return null;
  const { answeredAt, claimedUntil, ...rest } = row;
  return { answer: answeredAt && { answeredAt, ...rest }, claimedUntil };
}

/** Whether an answer is new enough to be shown without another call. */
export function isFresh(answer: StoredAnswer, now: Date): boolean {
  return now.getTime() - answer.answeredAt.getTime() < catalogProviderConstants.freshMs;
}

/**
 * Claims a query for this node and returns when the claim ends. Null if another node has claimed it or it
 * was just answered. A claim ends by itself, because its node may have crashed.
 */
export async function claimQuery(db: Queryable, key: string, now: Date): Promise<Date | null> {
  const until = new Date(now.getTime() + catalogProviderConstants.claimMs);
  const freshSince = new Date(now.getTime() - catalogProviderConstants.freshMs);
  const { rowCount } = await db.execute(sql`
    insert into ${answers} as stored (question, asking_until)
    values (${key}, ${until}::timestamptz)
    on conflict (question) do update set asking_until = excluded.asking_until
      where (stored.asking_until is null or stored.asking_until <= ${now}::timestamptz)
        and (stored.answered_at is null or stored.answered_at <= ${freshSince}::timestamptz)
    returning question`);
  return rowCount ? until : null;
}

/**
 * Ends a claim after a call without an answer, unless another node has claimed the query since. Deletes
 * the row of a query that was never answered.
 */
export async function releaseQuery(db: Queryable, key: string, claim: Date): Promise<void> {
  const ownClaim = sql`question = ${key} and asking_until = ${claim}::timestamptz`;
  await db.execute(sql`
    with deleted as (delete from ${answers} where ${ownClaim} and answered_at is null)
    update ${answers} set asking_until = null where ${ownClaim} and answered_at is not null`);
}

/** Stores the answer of a query, which also ends the claim. */
export async function storeAnswer(
  tx: Queryable,
  key: string,
  answer: { gameIds: readonly number[]; total: number; missing: boolean },
  now: Date,
): Promise<void> {
  const { gameIds, total, missing } = answer;
  await tx.execute(sql`
    insert into ${answers} (question, answered_at, asking_until, game_ids, total, missing)
    values (${key}, ${now}::timestamptz, null, ${sql.param([...gameIds])}::integer[], ${total}, ${missing})
    on conflict (question) do update set answered_at = excluded.answered_at, asking_until = null,
      game_ids = excluded.game_ids, total = excluded.total, missing = excluded.missing`);
}

/** Whether a genre with this slug is stored. */
export async function isStoredGenre(db: Queryable, slug: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from ${genres} where slug = ${slug}`);
  return rowCount !== 0;
}
