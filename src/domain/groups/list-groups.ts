import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { boolean, integer } from '#database/column-types.ts';
import { groupMembers, groupRequests, groups, pictures } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { groupConstants } from '#shared/constants/groups.ts';
import { hasRight } from '#shared/rules/rights.ts';
import type { GroupsQuery } from '#shared/schemas/groups.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { matchesName } from '../lib/search/matches-name.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { requireRight } from '../permissions/require-right.ts';
import { sitePictureColumns, toSitePicture } from '../site/pictures/find-site-pictures.ts';
import { takesRequests } from './group-requests.ts';
import { carryingColumns } from './what-groups-carry.ts';

/** A group as lists show it. */
export type ListedGroup = Awaited<ReturnType<typeof listGroups>>['groups'][number];

/**
 * A page of the groups whose name contains the term: those of the actor first, then by name. How many members a group
 * has is null for who does not see them.
 * @throws AppError `login-required`.
 */
export async function listGroups(ctx: Ctx, { q, page }: GroupsQuery) {
  const actor = requireActor(ctx);
  const { pageSize } = groupConstants;
  const found = q === '' ? undefined : matchesName(sql`${groups.name}`, q);
  const columns = groupColumns(actor.id);
  const [total, rows] = await Promise.all([
    ctx.db.$count(groups, found),
    ctx.db
      .select(columns)
      .from(groups)
      .leftJoin(pictures, eq(pictures.id, groups.pictureId))
      .where(found)
      .orderBy(desc(columns.isMember), asc(sql`lower(${groups.name})`))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
  ]);
  const manages = hasRight(actor, 'manage-groups');
  return {
    groups: rows.map((row) => toGroup(row, manages)),
    page,
    pages: countPages(total, pageSize),
    /** Whether the site has a group at all. */
    hasGroups: total > 0 || (q !== '' && (await ctx.db.$count(groups)) > 0),
  };
}

/** The ids and names of all groups, for forms that choose one. @throws AppError `login-required`, `admins-only`. */
export async function listGroupNames(ctx: Ctx) {
  requireRight(ctx, 'invite');
  return ctx.db
    .select({ id: groups.id, name: groups.name })
    .from(groups)
    .orderBy(asc(sql`lower(${groups.name})`));
}

/** The columns of `groups` for one reader. */
export function groupColumns(readerId: string) {
  const isOwn = sql`own.group_id = groups.id and own.user_id = ${readerId}`;
  const ownMembership = (more: SQL) =>
    typedSql(boolean, sql`exists (select from ${groupMembers} as own where ${isOwn} ${more})`);
  return {
    id: groups.id,
    name: groups.name,
    description: groups.description,
    membersShownTo: groups.membersShownTo,
    joining: groups.joining,
    ...carryingColumns,
    members: typedSql(
      integer,
      sql`(select count(*) from ${groupMembers} as member where member.group_id = groups.id)::integer`,
    ),
    isMember: ownMembership(sql``),
    isLeader: ownMembership(sql`and own.is_leader`),
    isAsked: typedSql(
      boolean,
      sql`exists (select from ${groupRequests} as own where ${isOwn} and own.refused_at is null)`,
    ),
    picture: sitePictureColumns,
  };
}

type PictureRow = Parameters<typeof toSitePicture>[0];
interface GroupRow {
  membersShownTo: 'everyone' | 'members' | 'leaders';
  joining: 'self' | 'request' | 'invitation';
  carries: boolean;
  limits: boolean;
  members: number;
  isMember: boolean;
  isLeader: boolean;
  isAsked: boolean;
  picture: PictureRow | null;
}

/** A group with what its reader may do: the forms of its page ask the same again. */
export function toGroup<Row extends GroupRow>(row: Row, manages: boolean) {
  const { picture, isMember, isLeader, isAsked, joining, carries, limits } = row;
  const showsMembers =
    manages ||
    row.membersShownTo === 'everyone' ||
    isLeader ||
    (isMember && row.membersShownTo === 'members');
  const isOutside = !isMember && !isAsked;
  return {
    ...row,
    picture: picture && toSitePicture(picture),
    members: showsMembers ? row.members : null,
    showsMembers,
    mayJoin: isOutside && joining === 'self' && !carries,
    mayAsk: isOutside && takesRequests({ joining, carries }),
    mayLeave: isMember && !limits,
    mayAnswer: manages || isLeader,
  };
}

/** The condition of a waiting request. */
export const isWaitingRequest = (groupId: string) =>
  and(eq(groupRequests.groupId, groupId), isNull(groupRequests.refusedAt));
