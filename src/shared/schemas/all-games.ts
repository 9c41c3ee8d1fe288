import { z } from 'zod';
import { ageConstants } from '../constants/catalog/ages.ts';
import { allGamesConstants, shownFilters } from '../constants/catalog/all-games.ts';
import { gameSources } from '../constants/catalog/game-sources.ts';
import { gameId } from './fields/game-id.ts';
import { searchTerm } from './fields/list-query.ts';
import { pageNumber } from './fields/paging.ts';
import { wholeNumberBetween } from './fields/whole-number.ts';

const filter = {
  q: searchTerm().catch(''),
  source: z
    .enum(['all', ...gameSources])
    .catch('all')
    .default('all'),
  /** The slug of a genre; empty for all. */
  genre: z
    .string()
    .regex(/^[\w-]{0,50}$/)
    .catch('')
    .default(''),
  shown: z.enum(shownFilters).catch('all').default('all'),
};

/** The query of the list of all games. Invalid values are ignored. */
export const allGamesQuery = z.object({ ...filter, page: pageNumber(allGamesConstants.pageMax) });

/** Which games a list has. */
export type GameFilter = z.infer<z.ZodObject<typeof filter>>;

const wrongFilter = 'Reload the page and try again.';

/** The form that hides or shows all games of a filter. Here an invalid value must not widen the filter. */
export const changeGamesInput = z.object({
  q: searchTerm(),
  source: z.enum(['all', ...gameSources], wrongFilter),
  genre: z.string().regex(/^[\w-]{0,50}$/, wrongFilter),
  shown: z.enum(shownFilters, wrongFilter),
  /** How many games the page said. */
  expected: z.coerce.number(wrongFilter).int(wrongFilter).min(1, wrongFilter),
});

/** The form that hides or shows one game of the list. */
export const changeGameInput = z.object({ gameId });

const ageText = `Enter an age from 0 to ${ageConstants.ageMax}; 0 is for everybody.`;

/** The field with the age from which a game is for players. */
export const minimumAgeInput = z.object({
  minimumAge: wholeNumberBetween(0, ageConstants.ageMax, ageText),
});

/** The question of the list: before one game is hidden, or before all are. */
export const gamesQuestion = z.object({
  ask: z
    .union([z.literal('all'), gameId])
    .nullable()
    .catch(null)
    .default(null),
});
