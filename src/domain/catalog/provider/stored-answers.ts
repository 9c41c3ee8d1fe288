import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '#database/client.ts';
import { preparedStatement } from '#database/prepared-query.ts';
import { gamesDatabaseAnswers as answers, games, genres } from '#database/schema.ts';
import { catalogProviderConstants } from '#shared/constants/catalog-provider.ts';
import { type GameSummary, summaryOfGame } from '../games/game-list.ts';

/** What is kept of a question that was answered once. */
export interface StoredAnswer {
  answeredAt: Date;
  /** The games of a list in the source's order. */
  games: GameSummary[];
  total: number;
  /** The source said that there is no such thing; of a list, that it has no such page. */
  missing: boolean;
}

export interface StoredQuery {
  /** Null while it has never been answered. */
  answer: StoredAnswer | null;
  askingUntil: Date | null;
}

interface Row {
  answeredAt: Date | null;
  askingUntil: Date | null;
  games: GameSummary[];
  total: number;
  missing: boolean;
}

const value = sql.placeholder;

// Prepared: with a source on, it goes before most of what is read of the catalogue.
const read = preparedStatement<Row, { question: string }>(
  'read-games-database-answer',
  sql`select answer.answered_at as "answeredAt", answer.asking_until as "askingUntil", answer.total,
    answer.missing, array(
      select jsonb_build_object(${summaryOfGame})
      from unnest(answer.game_ids) with ordinality as listed(id, place)
      join ${games} as game on game.id = listed.id
      order by listed.place
    ) as games
  from ${answers} as answer where answer.question = ${value('question')}`,
);

/** What is known of a question; null when it was never asked. */
export async function readAnswer(db: Database, question: string): Promise<StoredQuery | null> {
  const [row] = await read(db, { question });
  if (!row) return null;
  const { answeredAt, askingUntil, ...told } = row;
  return { answer: answeredAt && { answeredAt, ...told }, askingUntil };
}

/** Whether an answer is young enough to be shown without asking again. */
export function isFresh(answer: StoredAnswer, now: Date): boolean {
  return now.getTime() - answer.answeredAt.getTime() < catalogProviderConstants.freshMs;
}

/**
 * Says that this node asks the question now, and until when. Null when another one does or has just been
 * answered. A claim runs out by itself, since whoever made it may have crashed.
 */
export async function claimQuery(db: Queryable, question: string, now: Date): Promise<Date | null> {
  const until = new Date(now.getTime() + catalogProviderConstants.claimMs);
  const freshSince = new Date(now.getTime() - catalogProviderConstants.freshMs);
  const { rows } = await db.execute(sql`
    insert into ${answers} as kept (question, asking_until)
    values (${question}, ${until}::timestamptz)
    on conflict (question) do update set asking_until = excluded.asking_until
      where (kept.asking_until is null or kept.asking_until <= ${now}::timestamptz)
        and (kept.answered_at is null or kept.answered_at <= ${freshSince}::timestamptz)
    returning question`);
  return rows.length > 0 ? until : null;
}

/**
 * Takes a claim back after a call that brought nothing, unless it ran out and another node asks by now;
 * a question without any answer goes.
 */
export async function releaseQuery(db: Queryable, question: string, claim: Date): Promise<void> {
  const mine = sql`question = ${question} and asking_until = ${claim}::timestamptz`;
  await db.execute(sql`
    with gone as (delete from ${answers} where ${mine} and answered_at is null)
    update ${answers} set asking_until = null where ${mine} and answered_at is not null`);
}

/** Keeps what a question was answered, which ends the claim. */
export async function storeAnswer(
  tx: Queryable,
  question: string,
  answer: { gameIds: readonly number[]; total: number; missing: boolean },
  now: Date,
): Promise<void> {
  const { gameIds, total, missing } = answer;
  await tx.execute(sql`
    insert into ${answers} (question, answered_at, asking_until, game_ids, total, missing)
    values (${question}, ${now}::timestamptz, null, ${sql.param([...gameIds])}::integer[], ${total}, ${missing})
    on conflict (question) do update set answered_at = excluded.answered_at, asking_until = null,
      game_ids = excluded.game_ids, total = excluded.total, missing = excluded.missing`);
}

/** Whether a genre of this slug was ever told of. */
export async function isKnownGenre(db: Queryable, slug: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select from ${genres} where slug = ${slug}`);
  return rows.length > 0;
}
