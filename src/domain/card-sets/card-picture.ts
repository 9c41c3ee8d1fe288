import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { text } from '#database/column-types.ts';
import { cardKinds } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';

/**
 * SQL for the path of the picture of a game's card. Every list of cards uses it. A bundled kind stores
 * `/art/cards/any/…`, its picture for no game in particular; each game has its own in `/art/cards/ID/…`.
 * Other stored pictures are left as they are, and all are for the game null.
 */
export function selectCardPicture(
  gameId: SQLWrapper,
  stored: SQLWrapper = cardKinds.picture,
): SQL<string> {
  return typedSql(
    text,
    sql`coalesce(replace(${stored}, '/art/cards/any/', '/art/cards/' || ${gameId} || '/'), ${stored})`,
  );
}
