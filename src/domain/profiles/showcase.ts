import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { type ColumnTypes, integer, nullable, oneOf, text } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import {
  badgeCrafts,
  cardKinds,
  cards,
  games,
  preferences,
  showcaseItems,
  users,
} from '#database/schema.ts';
import { collectionConstants } from '#shared/constants/collections.ts';
import {
  type ProfileColor,
  type ProfileFrame,
  profileColors,
  profileFrames,
} from '#shared/constants/profiles.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import type { Ctx } from '../context.ts';
import { getCollectorProgress } from '../crafting/collector-progress.ts';
import { requireActor } from '../permissions/require-actor.ts';

/** A card or a badge that can be shown on a profile. Of a badge, all columns of the card are null. */
export interface ShowcaseItem {
  gameId: number;
  gameName: string;
  /** The level of a badge; 0 for a card. */
  level: number;
  kindId: string | null;
  name: string | null;
  picture: string | null;
  rarity: Rarity | null;
}

export const showcaseColumnTypes: ColumnTypes<ShowcaseItem> = {
  gameId: integer,
  gameName: text,
  level: integer,
  kindId: nullable(text),
  name: nullable(text),
  picture: nullable(text),
  rarity: nullable(oneOf(rarities)),
};

/** How many badges and cards an account can choose from: the highest badges, then the rarest cards. */
const candidatesMax = 200;
const value = sql.placeholder;
const user = sql`${value('userId')}::uuid`;

/** The badges and held cards of an account. */
const selectOwned = (
  userId: SQL,
) => sql`select craft.game_id, max(craft.level) as level, null as kind_id
    from ${badgeCrafts} as craft where craft.user_id = ${userId} group by craft.game_id
  union all
  select card.game_id, 0, card.kind_id from ${cards} as card
    where card.owner_id = ${userId} and card.state = 'held' group by card.game_id, card.kind_id`;

const selectColumns = (
  userId: SQL,
) => sql`select game.id as "gameId", game.name as "gameName", owned.level,
    kind.id as "kindId", kind.name,
    ${selectCardPicture(sql`game.id`, sql`kind.picture`)} as picture, kind.rarity
  from (${selectOwned(userId)}) as owned
  join ${games} as game on game.id = owned.game_id
  left join ${cardKinds} as kind on kind.id = owned.kind_id`;

/** What an account has chosen to show and still has, in its order. */
export function selectShownItems(userId: SQL): SQL {
  return sql`${selectColumns(userId)}
    join ${showcaseItems} as item on item.user_id = ${userId} and item.game_id = owned.game_id
      and item.kind_id is not distinct from owned.kind_id
    order by item.position`;
}

const readShown = prepareStatement<ShowcaseItem, { userId: string }>(
  'showcase-items',
  showcaseColumnTypes,
  selectShownItems(user),
);

const readCandidates = prepareStatement<ShowcaseItem, { userId: string }>(
  'showcase-candidates',
  showcaseColumnTypes,
  sql`${selectColumns(user)}
    order by owned.level desc, array_position(array[${sql.raw(
      rarities.map((rarity) => `'${rarity}'`).join(),
    )}], kind.rarity) desc, game.name, game.id, kind.position
    limit ${sql.raw(String(candidatesMax))}`,
);

/** What an account has chosen to show and still has, in its order. */
export async function listShowcaseItems(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
): Promise<ShowcaseItem[]> {
  return readShown(db, { userId });
}

/** What the actor can show. @throws AppError `login-required` */
export async function listShowcaseCandidates(ctx: Ctx): Promise<ShowcaseItem[]> {
  const { id: userId } = requireActor(ctx);
  return readCandidates(ctx.db, { userId });
}

export interface ProfileStyle {
  frame: ProfileFrame | null;
  color: ProfileColor | null;
}

/** The frame and colour that an account has chosen. */
export async function getProfileStyle(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
): Promise<ProfileStyle> {
  const [stored] = await db
    .select({ frame: preferences.profileFrame, color: preferences.profileColor })
    .from(preferences)
    .where(eq(preferences.userId, userId));
  return toProfileStyle(stored ?? { frame: null, color: null });
}

/** The style of the stored names. One that is no longer known counts as none. */
export function toProfileStyle(stored: {
  frame: string | null;
  color: string | null;
}): ProfileStyle {
  const isFrame = (name: string | null): name is ProfileFrame =>
    name !== null && name in profileFrames;
  const isColor = (name: string | null): name is ProfileColor =>
    name !== null && name in profileColors;
  return {
    frame: isFrame(stored.frame) ? stored.frame : null,
    color: isColor(stored.color) ? stored.color : null,
  };
}

interface ShowcaseEdit extends ProfileStyle {
  /** In the order of the places. A badge has no kind. */
  items: readonly { gameId: number; kindId: string | null }[];
}

/**
 * Saves what the actor's profile shows. The same card or badge counts once.
 * @throws AppError `login-required`; `card-not-found` for what the actor does not have; `style-locked` for
 * a frame or colour of a higher level
 */
export async function saveShowcase(ctx: Ctx, { items, frame, color }: ShowcaseEdit): Promise<void> {
  const { id: userId } = requireActor(ctx);
  const { level } = await getCollectorProgress(ctx, userId);
  if ((frame && profileFrames[frame] > level) || (color && profileColors[color] > level)) {
    throw new AppError('style-locked');
  }
  const idOf = (item: { gameId: number; kindId: string | null }) =>
    `${item.gameId} ${item.kindId ?? ''}`;
  const chosen = [...new Map(items.map((item) => [idOf(item), item])).values()];
  const known = [
    ...(await readCandidates(ctx.db, { userId })),
    ...(await readShown(ctx.db, { userId })),
  ];
  const owned = new Set(known.map(idOf));
  if (chosen.some((item) => !owned.has(idOf(item)))) throw new AppError('card-not-found');
  await ctx.db.transaction(async (tx) => {
    // Two forms that are sent at once do not mix.
    await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.id, userId))
      .orderBy(asc(users.id))
      .for('no key update');
    await tx.delete(showcaseItems).where(eq(showcaseItems.userId, userId));
    const rows = chosen
      .slice(0, collectionConstants.showcaseMax)
      .map(({ gameId, kindId }, index) => ({ userId, position: index + 1, gameId, kindId }));
    if (rows.length > 0) await tx.insert(showcaseItems).values(rows);
    const style = { profileFrame: frame, profileColor: color, updatedAt: ctx.clock.now() };
    await tx
      .insert(preferences)
      .values({ userId, ...style })
      .onConflictDoUpdate({ target: preferences.userId, set: style });
  });
}
