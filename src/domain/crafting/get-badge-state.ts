import { and, eq, isNull, sql } from 'drizzle-orm';
import { boolean, integer, nullable, oneOf, text, timestamptz } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { badgeCrafts, cardKinds, cards, recyclings, setCompletions } from '#database/schema.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';

const value = sql.placeholder;

interface BadgeState {
  /** The level of the actor's badge of the game; 0 without a badge. */
  level: number;
  /** Whether the set was completed, and its owner has not seen the celebration yet. */
  celebrates: boolean;
  /** When the set was complete for the first time; null if it never was. */
  completedAt: Date | null;
}

const readState = prepareStatement<BadgeState, { userId: string; gameId: number }>(
  'badge-state',
  { level: integer, celebrates: boolean, completedAt: nullable(timestamptz) },
  sql`select
    (select coalesce(max(craft.level), 0) from ${badgeCrafts} as craft
      where craft.user_id = ${value('userId')}::uuid and craft.game_id = ${value('gameId')}::integer
    ) as level,
    exists (select from ${setCompletions} as completion
      where completion.user_id = ${value('userId')}::uuid
        and completion.game_id = ${value('gameId')}::integer
        and completion.celebrated_at is null) as celebrates,
    (select completion.completed_at from ${setCompletions} as completion
      where completion.user_id = ${value('userId')}::uuid
        and completion.game_id = ${value('gameId')}::integer) as "completedAt"`,
);

/** The actor's badge of a game. @throws AppError `login-required` */
export async function getBadgeState(ctx: Ctx, gameId: number): Promise<BadgeState> {
  const { id: userId } = requireActor(ctx);
  const [state] = await readState(ctx.db, { userId, gameId });
  return state ?? { level: 0, celebrates: false, completedAt: null };
}

/** Records that the actor has seen the celebration of a set. @throws AppError `login-required` */
export async function closeCelebration(ctx: Ctx, gameId: number): Promise<void> {
  const { id: userId } = requireActor(ctx);
  await ctx.db
    .update(setCompletions)
    .set({ celebratedAt: ctx.clock.now() })
    .where(
      and(
        eq(setCompletions.userId, userId),
        eq(setCompletions.gameId, gameId),
        isNull(setCompletions.celebratedAt),
      ),
    );
}

/** A card that a recycling made. */
interface MadeCard {
  gameId: number;
  kindId: string;
  name: string;
  picture: string | null;
  rarity: Rarity;
}

const readMadeCard = prepareStatement<MadeCard, { userId: string; recyclingId: string }>(
  'recycled-card',
  {
    gameId: integer,
    kindId: text,
    name: text,
    picture: nullable(text),
    rarity: oneOf(rarities),
  },
  sql`select recycling.game_id as "gameId", kind.id as "kindId", kind.name,
      ${selectCardPicture(sql`recycling.game_id`, sql`kind.picture`)} as picture, kind.rarity
    from ${recyclings} as recycling
    join ${cards} as card on card.recycling_id = recycling.id
    join ${cardKinds} as kind on kind.id = card.kind_id
    where recycling.id = ${value('recyclingId')}::uuid and recycling.user_id = ${value('userId')}::uuid`,
);

/** The card that a recycling of the actor made; null for another id. @throws AppError `login-required` */
export async function getRecycledCard(ctx: Ctx, recyclingId: string): Promise<MadeCard | null> {
  const { id: userId } = requireActor(ctx);
  const [card] = await readMadeCard(ctx.db, { userId, recyclingId });
  return card ?? null;
}
