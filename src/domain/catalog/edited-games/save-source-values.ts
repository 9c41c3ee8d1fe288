import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { gameOverrides, games } from '#database/schema.ts';
import type { OverridableField } from '#shared/constants/catalog/game-overrides.ts';
import type { GameSource } from '#shared/constants/catalog/game-sources.ts';

/** What a source says about a game, by field. A field that it does not mention keeps its last value. */
export interface SourceValues {
  id: number;
  fields: Partial<Record<OverridableField, unknown>>;
}

/**
 * Notes what a source says about fields that editors of the site have changed, so that they can take their change
 * back. Returns the names of those of the games that have another name here. Only those that are stored
 * with this source count. Their rows are locked.
 */
export async function saveSourceValues(
  tx: Queryable,
  all: readonly SourceValues[],
  source: GameSource,
): Promise<ReadonlyMap<number, string>> {
  const ids = all.map(({ id }) => id);
  const edited = await tx
    .select({ id: games.id, name: games.name, overridden: games.overridden })
    .from(games)
    .where(and(inArray(games.id, ids), eq(games.source, source), sql`${games.overridden} <> '{}'`));
  if (edited.length === 0) return new Map();
  const overridden = new Map(edited.map((game) => [game.id, game.overridden]));
  const values = all.flatMap(({ id, fields }) =>
    (overridden.get(id) ?? []).flatMap((field) =>
      field in fields ? { game: id, field, value: fields[field] } : [],
    ),
  );
  await tx.execute(sql`
    update ${gameOverrides} as override set source_value = given.value
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as given(game integer, field text, value jsonb)
    where override.game_id = given.game and override.field = given.field
      and override.source_value is distinct from given.value`);
  return new Map(
    edited.flatMap(({ id, name, overridden: fields }) =>
      fields.includes('name') ? [[id, name] as const] : [],
    ),
  );
}
