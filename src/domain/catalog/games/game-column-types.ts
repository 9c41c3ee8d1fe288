import { z } from 'zod';
import { type ColumnType, json, jsonArray, nullable } from '#database/column-types.ts';
import type { GameLink, GamePlatform, RatingShare } from '#database/schema.ts';

// Columns of games with JSON values, as statements read them.

export const ratingShares: ColumnType<RatingShare[]> = json(
  z.array(z.strictObject({ title: z.string(), count: z.int(), percent: z.number() })),
);

export const gamePlatforms: ColumnType<GamePlatform[]> = json(
  z.array(
    z.strictObject({
      name: z.string(),
      minimum: z.string().optional(),
      recommended: z.string().optional(),
    }),
  ),
);

export const gameLinks: ColumnType<GameLink[] | null> = nullable(
  json(z.array(z.strictObject({ label: z.string(), url: z.string() }))),
);

/** The genres of a game with their names. */
export const genreNames: ColumnType<{ slug: string; name: string }[]> = jsonArray(
  z.strictObject({ slug: z.string(), name: z.string() }),
);
