import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { cardKinds, cardSetVersionKinds, cardSetVersions, cards } from '#database/schema.ts';

/** The columns of the table as statements with `kind` as its alias name them. */
const aliased = { isCurrent: sql`kind.is_current`, gameId: sql`kind.game_id` };

/**
 * SQL for the kinds that a game can award: the newest version of its own set, else the shared set. In this form it
 * uses the index by game. By default the table of the kinds is called `kind`.
 */
export const isOfSet = (
  gameId: SQL,
  kind: Record<'isCurrent' | 'gameId', SQLWrapper> = aliased,
): SQL => sql`${kind.isCurrent} and (${kind.gameId} = ${gameId}
  or ${kind.gameId} is null and not exists (
    select from ${cardKinds} as own where own.game_id = ${gameId}))`;

/** SQL that says whether an account holds every card of some version of a game's set. */
export const holdsVersion = (holder: { userId: SQL; gameId: SQL }): SQL => sql`exists (
  select from ${cardSetVersions} as edition
  where edition.game_id = ${holder.gameId} and not exists (
    select from ${cardSetVersionKinds} as part
    where part.game_id = edition.game_id and part.version = edition.version and not exists (
      select from ${cards} as copy
      where copy.owner_id = ${holder.userId} and copy.game_id = part.game_id
        and copy.kind_id = part.kind_id and copy.state = 'held')))`;
