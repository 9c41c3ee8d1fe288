import { type Placeholder, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  bigintText,
  boolean,
  type ColumnTypes,
  integer,
  json,
  nullable,
  oneOf,
  text,
  textArray,
  timestamptz,
  uuid,
} from '#database/column-types.ts';
import { furtherRoles } from '#database/schema.ts';
import { membershipsOf } from '#database/sql/held-age-limit.ts';
import { heldRoles } from '#database/sql/held-roles.ts';
import { roles } from '#shared/constants/accounts/roles.ts';
import { marketViews } from '#shared/constants/market/market-view.ts';
import { findRank, rights } from '#shared/rules/rights.ts';
import { appearance } from '#shared/schemas/settings/appearance.ts';
import type { Actor } from '../actor.ts';
import { findFactorDue, type StaffFactor, staffFactorRow } from './roles/staff-factor.ts';

const memberships = z.object({
  ids: z.array(z.string()).nullable(),
  ageLimit: z.int().nullable(),
});

/** The columns that a statement reads of the actor. */
export type ActorRow = Omit<
  Actor,
  | 'balance'
  | 'sessionId'
  | 'heldRole'
  | 'factorDueAt'
  | 'keysChangeAt'
  | 'isFactorOverdue'
  | 'rights'
  | 'groupIds'
> & {
  /** Its groups. `ageLimit` beside it is the limit of the account alone. */
  memberships: z.output<typeof memberships>;
  rights: string[];
  balance: string;
  /** What decides whether the account needs a second factor; null without a role that gives rights. */
  staffFactor: StaffFactor | null;
};

export const actorColumnTypes: ColumnTypes<ActorRow> = {
  id: uuid,
  username: text,
  name: text,
  profilePic: text,
  role: oneOf(roles),
  furtherRoles: textArray,
  rights: textArray,
  registeredAt: nullable(timestamptz),
  balance: bigintText,
  rewardClaimed: boolean,
  marketView: oneOf(marketViews),
  appearance: nullable(json(appearance)),
  ageLimit: nullable(integer),
  memberships: json(memberships),
  staffFactor: nullable(json(staffFactorRow)),
};

/** The suspension columns of the account `u` of `actorColumns`, for `isSuspended`. */
export const actorSuspensionColumns = { banned: sql`u.banned`, banExpires: sql`u.ban_expires` };

/**
 * The columns of `ActorRow` for a statement that has the account as `u` and its wallet as `w`.
 * `day` is the placeholder of the UTC day.
 */
export function actorColumns(day: Placeholder) {
  return sql`u.id, u.display_username as username, u.name, u.profile_pic as "profilePic", u.role,
    array(select distinct a.role from ${heldRoles} as a where a.user_id = u.id) as "furtherRoles",
    array(select distinct unnest(held.rights) from ${furtherRoles} as held
      where held.slug in (select a.role from ${heldRoles} as a where a.user_id = u.id)) as rights,
    u.registered_at as "registeredAt", u.age_limit as "ageLimit",
    ${membershipsOf(sql`u`)} as memberships, w.balance,
    exists (select from daily_rewards d where d.user_id = u.id and d.day = ${day}) as "rewardClaimed",
    coalesce((select p.market_view from preferences p where p.user_id = u.id), 'items') as "marketView",
    (select jsonb_build_object('theme', p.theme, 'motion', p.motion, 'textSize', p.text_size,
      'dateFormat', p.date_format, 'clock', p.clock, 'numberFormat', p.number_format,
      'itemsPerPage', p.items_per_page) from preferences p where p.user_id = u.id) as appearance,
    (select jsonb_build_object(
        'hasFactor', exists (
          select from totp_factors f where f.user_id = u.id and f.confirmed_at is not null),
        'roleGivenAt', extract(epoch from least(u.role_given_at, staff.since)) * 1000,
        'rule', (select s.value from site_settings s where s.key = 'staffFactor'))
      from (select min(a.since) as since from ${heldRoles} as a
        join ${furtherRoles} as held on held.slug = a.role
        where a.user_id = u.id and not held.is_built_in and held.rights <> '{}') as staff
      where u.role in ('moderator', 'admin') or staff.since is not null) as "staffFactor"`;
}

/**
 * The actor of a row. This is where the role of an account becomes what it may do: pages, sockets and APIs get their
 * actors here.
 */
export function createActor<Row extends ActorRow>(
  row: Row,
  {
    sessionId,
    now,
    keysChangeAt = null,
  }: { sessionId: string; now: Date; keysChangeAt?: Date | null },
): Actor {
  const { id, username, name, profilePic, furtherRoles, rewardClaimed } = row;
  const given = rights.filter((right) => row.rights.includes(right));
  const role = findRank(row.role, given);
  const { balance, marketView, appearance, registeredAt, memberships, staffFactor } = row;
  const ageLimits = [row.ageLimit, memberships.ageLimit].filter((limit) => limit !== null);
  const factorDueAt = staffFactor && findFactorDue(staffFactor);
  const isOverdue = factorDueAt !== null && factorDueAt <= now;
  return {
    id,
    username,
    name,
    profilePic,
    role: isOverdue ? 'player' : role,
    heldRole: role,
    factorDueAt,
    keysChangeAt,
    furtherRoles: isOverdue ? [] : furtherRoles,
    rights: isOverdue ? [] : given,
    isFactorOverdue: isOverdue,
    balance: Number(balance),
    rewardClaimed,
    marketView,
    appearance,
    ageLimit: ageLimits.length > 0 ? Math.min(...ageLimits) : null,
    groupIds: memberships.ids ?? [],
    sessionId,
    registeredAt,
  };
}
