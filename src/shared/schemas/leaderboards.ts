import { z } from 'zod';
import { collectionConstants } from '../constants/collections.ts';
import {
  leaderboardGroups,
  leaderboardMeasures,
  leaderboardPeriods,
} from '../constants/leaderboards.ts';
import {
  type ProfileColor,
  type ProfileFrame,
  profileColors,
  profileFrames,
} from '../constants/profiles.ts';
import { pageNumber } from './fields/paging.ts';

/** The query of the leaderboards: `?by=…&since=…&who=…&page=…`. */
export const leaderboardsQuery = z.object({
  by: z.enum(leaderboardMeasures).catch('level').default('level'),
  since: z.enum(leaderboardPeriods).catch('month').default('month'),
  who: z.enum(leaderboardGroups).catch('all').default('all'),
  page: pageNumber(1_000),
});

const frames = Object.keys(profileFrames) as [ProfileFrame, ...ProfileFrame[]];
const colors = Object.keys(profileColors) as [ProfileColor, ...ProfileColor[]];

/** A place: `{game}` for a badge, `{game}:{kind}` for a card, or empty. */
const place = z
  .string()
  .regex(/^(\d{1,10}(:[a-z0-9-]{1,100})?)?$/)
  .default('')
  .transform((text) => {
    if (text === '') return null;
    const [gameId = '', kindId] = text.split(':');
    return { gameId: Number(gameId), kindId: kindId ?? null };
  });

/** The form of the showcase: `place1` to `place6`, a frame and a colour; empty for none. */
export const showcaseInput = z
  .object({
    ...Object.fromEntries(
      Array.from({ length: collectionConstants.showcaseMax }, (_, index) => [
        `place${index + 1}`,
        place,
      ]),
    ),
    frame: z.union([z.literal(''), z.enum(frames)]).default(''),
    color: z.union([z.literal(''), z.enum(colors)]).default(''),
  })
  .transform(({ frame, color, ...places }) => ({
    frame: frame || null,
    color: color || null,
    items: Object.values(places as Record<string, z.output<typeof place>>).flatMap(
      (item) => item ?? [],
    ),
  }));
