import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { bigintText, type ColumnTypes, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';

/** The state of an account in the database. Money in cents. */
export interface StoredAccount {
  id: string;
  balance: number;
  topUps: number;
  rewards: number;
  /** What it got when it registered. */
  starting: number;
  /** The balance that went to the store when the guest was retired. */
  expired: number;
  games: number;
  /** The keys that it got with games. */
  keys: number;
  awards: number;
  /** The stored draws; each award has one. */
  draws: number;
  cards: number;
  crafts: number;
  experience: number;
  recyclings: number;
  /**
   * The cards that recyclings and crafts consumed, without the crafts of the game whose set is edited: the
   * versions of its set differ in size. The audit compares what these consumed with the versions.
   */
  consumed: number;
  open: number;
}

const accountColumns: ColumnTypes<Record<keyof StoredAccount, string>> = {
  id: uuid,
  balance: bigintText,
  topUps: bigintText,
  rewards: bigintText,
  starting: bigintText,
  expired: bigintText,
  games: bigintText,
  keys: bigintText,
  awards: bigintText,
  draws: bigintText,
  cards: bigintText,
  crafts: bigintText,
  experience: bigintText,
  recyclings: bigintText,
  consumed: bigintText,
  open: bigintText,
};

const listAccounts = declareStatement<
  Record<keyof StoredAccount, string>,
  { editedGameId: number }
>(
  accountColumns,
  sql`
    select u.id, w.balance, coalesce(added.top_ups, 0)::bigint as "topUps",
      coalesce(added.rewards, 0)::bigint as "rewards",
      coalesce(added.starting, 0)::bigint as "starting",
      coalesce(added.expired, 0)::bigint as "expired",
      coalesce(owned.games, 0) as "games",
      coalesce(given.keys, 0) as "keys",
      coalesce(played.awards, 0) as "awards",
      coalesce(drawn.draws, 0) as "draws", coalesce(has.cards, 0) as "cards",
      coalesce(badges.crafts, 0) as "crafts",
      coalesce(total.experience, 0)::bigint as "experience",
      coalesce(recycled.recyclings, 0) as "recyclings",
      coalesce(has.consumed, 0) as "consumed",
      coalesce(listed.open, 0) as "open"
    from users u
    join wallets w on w.user_id = u.id
    left join (
      select wallet_id, sum(amount) filter (where kind = 'top-up') as top_ups,
        sum(amount) filter (where kind = 'daily-reward') as rewards,
        sum(amount) filter (where kind = 'starting-money') as starting,
        -sum(amount) filter (where kind = 'guest-expired') as expired
      from ledger_entries group by wallet_id
    ) added on added.wallet_id = u.id
    left join (select user_id, count(*) as games from owned_games group by 1) owned
      on owned.user_id = u.id
    left join (select user_id, count(*) as keys from game_keys group by 1) given
      on given.user_id = u.id
    left join (
      select s.user_id, count(*) as awards from cards c join play_sessions s
        on s.id = c.play_session_id group by 1
    ) played on played.user_id = u.id
    left join (select user_id, count(*) as draws from card_draws group by 1) drawn
      on drawn.user_id = u.id
    left join (
      select owner_id, count(*) as cards,
        count(*) filter (where state = 'consumed' and not exists (select from badge_crafts craft
          where craft.id = cards.consumed_by
            and craft.game_id = ${sql.placeholder('editedGameId')}::integer)) as consumed
      from cards group by 1
    ) has on has.owner_id = u.id
    left join (select user_id, count(*) as crafts from badge_crafts group by 1) badges
      on badges.user_id = u.id
    left join collector_totals total on total.user_id = u.id and total.month = 'ever'
    left join (select user_id, count(*) as recyclings from recyclings group by 1) recycled
      on recycled.user_id = u.id
    left join (select seller_id, count(*) as open from market_listings group by 1) listed
      on listed.seller_id = u.id`,
);

/** Reads the state of all accounts. `editedGameId` is the game whose card set is edited. */
export async function readAccounts(db: Database, editedGameId: number): Promise<StoredAccount[]> {
  const rows = await listAccounts(db, { editedGameId });
  return rows.map(({ id, ...counts }) => {
    const numbers = Object.entries(counts).map(([name, value]) => [name, Number(value)]);
    return { id, ...Object.fromEntries(numbers) };
  });
}
