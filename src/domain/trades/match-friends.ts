import { sql } from 'drizzle-orm';
import { integer, oneOf, text, uuid } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cardKinds, cards, friendships, games, users } from '#database/schema.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { tradeConstants } from '#shared/constants/trades.ts';
import { isSuspended } from '../accounts/suspension.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import type { Ctx } from '../context.ts';
import { requirePlayer } from '../permissions/require-actor.ts';
import { isVisibleToFriends } from '../privacy/privacy-conditions.ts';

interface SwapCard {
  gameId: number;
  gameName: string;
  kindId: string;
  name: string;
  picture: string;
  rarity: Rarity;
}

/** A friend with the cards that both could swap, as many on each side and of the same rarities. */
export interface FriendMatch {
  username: string;
  profilePic: string;
  give: SwapCard[];
  get: SwapCard[];
}

interface Row extends SwapCard {
  userId: string;
  username: string;
  profilePic: string;
  side: 'give' | 'get';
}

const value = sql.placeholder;
const actorId = sql`${value('actorId')}::uuid`;
const limit = (rows: number) => sql.raw(String(rows));
const account = { banned: sql`account.banned`, banExpires: sql`account.ban_expires` };

/**
 * The swaps of the actor with the newest friends who show their cards. When they were seen last does not count,
 * because not everybody shows it. A card that one side has at least twice is free; the other side misses it if it collects the game and has no copy. Swaps are of one rarity: the first free
 * card of a rarity that the actor misses against the first that the friend misses, and so on. Bounded by the
 * cards of the compared friends in the games that the actor collects.
 */
const listSwaps = prepareStatement<Row, { actorId: string; now: string }>(
  'trade-matches',
  {
    userId: uuid,
    username: text,
    profilePic: text,
    side: oneOf(['give', 'get']),
    gameId: integer,
    gameName: text,
    kindId: text,
    name: text,
    picture: text,
    rarity: oneOf(rarities),
  },
  sql`with friend as materialized (
    select account.id, account.display_username, account.profile_pic
    from ${friendships} as friendship
    join ${users} as account on account.id =
      case when friendship.low_id = ${actorId} then friendship.high_id else friendship.low_id end
    where ${actorId} in (friendship.low_id, friendship.high_id)
      and not ${isSuspended(value('now'), account)}
      and ${isVisibleToFriends('inventory', sql`account.id`)}
    order by friendship.since desc, account.id
    limit ${limit(tradeConstants.matchedFriends)}
  ),
  mine as materialized (
    select game_id, kind_id, count(*) as copies from ${cards}
    where owner_id = ${actorId} and state = 'held' group by game_id, kind_id
  ),
  theirs as materialized (
    select owner_id, game_id, kind_id, count(*) as copies from ${cards}
    where owner_id in (select id from friend) and state = 'held'
      and game_id in (select game_id from mine)
    group by owner_id, game_id, kind_id
  ),
  free as (
    select theirs.owner_id, 'get' as side, theirs.game_id, theirs.kind_id from theirs
    where theirs.copies > 1 and not exists (select from mine
      where mine.game_id = theirs.game_id and mine.kind_id = theirs.kind_id)
    union all
    select collector.owner_id, 'give', mine.game_id, mine.kind_id
    from (select distinct owner_id, game_id from theirs) as collector
    join mine on mine.game_id = collector.game_id and mine.copies > 1
    where not exists (select from theirs where theirs.owner_id = collector.owner_id
      and theirs.game_id = mine.game_id and theirs.kind_id = mine.kind_id)
  ),
  ranked as materialized (
    select free.*, kind.rarity, kind.name,
      ${selectCardPicture(sql`game.id`, sql`kind.picture`)} as picture, game.name as game_name,
      row_number() over (partition by free.owner_id, free.side, kind.rarity
        order by game.name, kind.position, kind.id) as place
    from free
    join ${cardKinds} as kind on kind.id = free.kind_id
    join ${games} as game on game.id = free.game_id
  ),
  swap as materialized (
    select give.owner_id, give.rarity, give.place,
      row_number() over (partition by give.owner_id
        order by array_position(${sql.raw(`array['${rarities.join("','")}']`)}::text[], give.rarity) desc,
          give.place) as number
    from ranked as give join ranked as get
      on get.owner_id = give.owner_id and get.rarity = give.rarity and get.place = give.place
    where give.side = 'give' and get.side = 'get'
  ),
  best as (
    select owner_id, count(*) as swaps from swap group by owner_id
    order by swaps desc, owner_id limit ${limit(tradeConstants.matchesShown)}
  )
  select friend.id as "userId", friend.display_username as username,
    friend.profile_pic as "profilePic", ranked.side, ranked.game_id as "gameId",
    ranked.game_name as "gameName", ranked.kind_id as "kindId", ranked.name, ranked.picture,
    ranked.rarity
  from best
  join friend on friend.id = best.owner_id
  join swap on swap.owner_id = best.owner_id and swap.number <= ${limit(tradeConstants.swapsShown)}
  join ranked on ranked.owner_id = swap.owner_id and ranked.rarity = swap.rarity
    and ranked.place = swap.place
  order by best.swaps desc, best.owner_id, swap.number`,
);

/**
 * The friends with whom the actor can swap free cards for missing ones, most swaps first.
 * @throws AppError `login-required`, `guest-not-allowed`
 */
export async function matchFriends(ctx: Ctx): Promise<FriendMatch[]> {
  const { id } = requirePlayer(ctx);
  const rows = await listSwaps(ctx.db, { actorId: id, now: ctx.clock.now().toISOString() });
  return [...Map.groupBy(rows, ({ userId }) => userId).values()].flatMap((swaps) => {
    const [first] = swaps;
    if (!first) return [];
    const side = (which: Row['side']): SwapCard[] =>
      swaps
        .filter((row) => row.side === which)
        .map(({ gameId, gameName, kindId, name, picture, rarity }) => ({
          gameId,
          gameName,
          kindId,
          name,
          picture,
          rarity,
        }));
    const { username, profilePic } = first;
    return [{ username, profilePic, give: side('give'), get: side('get') }];
  });
}
