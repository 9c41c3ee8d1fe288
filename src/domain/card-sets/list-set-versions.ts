import { sql } from 'drizzle-orm';
import { integer, text } from '#database/column-types.ts';
import { prepareStatement, type StatementTarget } from '#database/prepared-query.ts';
import { cardKinds, cardSetVersionKinds } from '#database/schema.ts';
import { isOfSet } from './set-versions-sql.ts';

const gameId = sql`${sql.placeholder('gameId')}::integer`;

/** A set without versions is one, with the number 0. */
const readVersions = prepareStatement<{ version: number; kindId: string }, { gameId: number }>(
  'card-set-versions',
  { version: integer, kindId: text },
  sql`select version, "kindId" from (
      select part.version, part.kind_id as "kindId", part.position from ${cardSetVersionKinds} as part
    where part.game_id = ${gameId}
    union all
    select 0, kind.id, kind.position from ${cardKinds} as kind
    where ${isOfSet(gameId)} and not exists (
      select from ${cardSetVersionKinds} as part where part.game_id = ${gameId})
    ) as part order by version desc, position`,
);

/** All versions of a game's card set, the newest first. An account that holds every card of one has the set. */
export async function listSetVersions(
  db: StatementTarget,
  game: number,
): Promise<{ version: number; kindIds: string[] }[]> {
  const versions = new Map<number, string[]>();
  for (const { version, kindId } of await readVersions(db, { gameId: game })) {
    const kindIds = versions.get(version) ?? [];
    versions.set(version, kindIds);
    kindIds.push(kindId);
  }
  return [...versions].map(([version, kindIds]) => ({ version, kindIds }));
}
