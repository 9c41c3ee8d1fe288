import { sql } from 'drizzle-orm';
import {
  boolean,
  type ColumnTypes,
  float,
  integer,
  jsonRows,
  nullable,
  oneOf,
  text,
} from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { cardKinds, cards, collectorTotals, games, preferences, users } from '#database/schema.ts';
import { type Rarity, rarities } from '#shared/constants/rarity.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { toUsernameKey } from '../accounts/username-condition.ts';
import { selectCardPicture } from '../card-sets/card-picture.ts';
import { getCommentRestriction } from '../comments/get-comment-restriction.ts';
import type { Ctx } from '../context.ts';
import { toCollectorProgress } from '../crafting/collector-progress.ts';
import {
  type BadgeSummary,
  badgeColumnTypes,
  selectBadges,
  shownBadgesMax,
} from '../crafting/list-badges.ts';
import {
  preparedRelationColumns,
  type RelationRow,
  relationValues,
  toRelation,
} from '../friends/relation-columns.ts';
import { type PreviewReader, toProfile } from './get-public-profile.ts';
import {
  isProfileOf,
  type ProfileRow,
  profileColumns,
  profileColumnTypes,
  profileTables,
} from './profile-row.ts';
import {
  type ShowcaseItem,
  selectShownItems,
  showcaseColumnTypes,
  toProfileStyle,
} from './showcase.ts';

const bestCardsMax = 4;

/** A card kind that a profile shows. */
export interface ShowcaseCard {
  kindId: string;
  gameId: number;
  gameName: string;
  name: string;
  picture: string;
  rarity: Rarity;
  copies: number;
}

/** Everything on the page of a profile but its comments. */
interface ProfilePageRow
  extends ProfileRow,
    Pick<
      RelationRow,
      'requestSent' | 'requestReceived' | 'acceptsRequests' | 'blocked' | 'blockedByOther'
    > {
  frame: string | null;
  color: string | null;
  experience: number | null;
  completedSets: number | null;
  bestCards: ShowcaseCard[];
  chosen: ShowcaseItem[];
  badges: BadgeSummary[];
}

const columnTypes: ColumnTypes<ProfilePageRow> = {
  ...profileColumnTypes,
  requestSent: boolean,
  requestReceived: boolean,
  acceptsRequests: boolean,
  blocked: boolean,
  blockedByOther: boolean,
  frame: nullable(text),
  color: nullable(text),
  experience: nullable(float),
  completedSets: nullable(integer),
  bestCards: jsonRows<ShowcaseCard>({
    kindId: text,
    gameId: integer,
    gameName: text,
    name: text,
    picture: text,
    rarity: oneOf(rarities),
    copies: integer,
  }),
  chosen: jsonRows(showcaseColumnTypes),
  badges: jsonRows(badgeColumnTypes),
};

const ranks = sql.raw(`array[${rarities.map((rarity) => `'${rarity}'`).join()}]`);

/** The rarest card kinds that an account holds. */
const selectBestCards = sql`select kind.id as "kindId", game.id as "gameId", game.name as "gameName",
    kind.name, ${selectCardPicture(sql`game.id`, sql`kind.picture`)} as picture, kind.rarity,
    count(*)::integer as copies
  from ${cards} as card
  join ${cardKinds} as kind on kind.id = card.kind_id
  join ${games} as game on game.id = card.game_id
  where card.owner_id = ${users.id} and card.state = 'held'
  group by kind.id, kind.name, kind.picture, kind.rarity, game.id, game.name
  order by array_position(${ranks}, kind.rarity) desc, max(card.created_at) desc
  limit ${sql.raw(String(bestCardsMax))}`;

const relation = preparedRelationColumns();
const toList = (rows: typeof selectBestCards) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(listed)), '[]') from (${rows}) as listed)`;

const readPage = prepareStatement<
  ProfilePageRow,
  { username: string } & ReturnType<typeof relationValues>
>(
  'profile-page',
  columnTypes,
  sql`select ${profileColumns},
    ${relation.requestSent} as "requestSent", ${relation.requestReceived} as "requestReceived",
    ${relation.acceptsRequests} as "acceptsRequests", ${relation.blocked} as blocked,
    ${relation.blockedByOther} as "blockedByOther",
    ${preferences.profileFrame} as frame, ${preferences.profileColor} as color,
    totals.experience::double precision, totals.completed_sets as "completedSets",
    ${toList(selectBestCards)} as "bestCards",
    ${toList(selectShownItems(sql`${users.id}`))} as chosen,
    ${toList(selectBadges(sql`${users.id}`, shownBadgesMax))} as badges
  from ${profileTables}
  left join ${collectorTotals} as totals on totals.user_id = ${users.id} and totals.month = 'ever'
  where ${isProfileOf}`,
);

/**
 * Reads what the page of a profile shows, except its comments, in one statement. `readAs` shows the actor's own
 * profile as others see it.
 * @throws AppError `user-not-found`.
 */
export async function getProfilePage(ctx: Ctx, username: string, readAs?: PreviewReader) {
  const [row] = await readPage(ctx.db, {
    username: toUsernameKey(username),
    ...relationValues(ctx),
  });
  if (!row) throw new AppError('user-not-found');
  const profile = toProfile(ctx, row, readAs);
  const { suspended, blockedByOther } = row;
  return {
    profile,
    relation: toRelation(ctx.actor, row),
    restriction: getCommentRestriction(ctx.actor, {
      id: row.id,
      suspended,
      blocksActor: blockedByOther,
    }),
    style: toProfileStyle(row),
    progress: toCollectorProgress(row),
    showcase: profile.sees.inventory ? row.bestCards : [],
    chosen: row.chosen,
    badges: profile.sees.inventory ? row.badges : [],
  };
}
