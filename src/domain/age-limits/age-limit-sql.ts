import { type SQL, sql } from 'drizzle-orm';
import {
  furtherRoles,
  gameGroups,
  games,
  groupMembers,
  siteSettings,
  users,
} from '#database/schema.ts';
import { heldAgeLimit } from '#database/sql/held-age-limit.ts';
import { heldRoles } from '#database/sql/held-roles.ts';

/** `getAgeLimit` of a row of `users` without rights, as SQL, from the settings as they are in the database. */
function ageLimitOf(account: SQL): SQL {
  const limitOfSite = (readers: 'guests' | 'players') =>
    sql`(select (setting.value->>${sql.raw(`'${readers}'`)})::integer
      from ${siteSettings} as setting where setting.key = 'ageLimits')`;
  return sql`coalesce(${heldAgeLimit(account)},
    case when ${account}.role = 'guest' then ${limitOfSite('guests')} else ${limitOfSite('players')} end)`;
}

/** Whether an account, a row of `users`, decides about all games and has no limits. */
function hasNoLimits(account: SQL): SQL {
  return sql`(${account}.role in ('moderator', 'admin') or exists (select from ${heldRoles} as held
    join ${furtherRoles} as role on role.slug = held.role
    where held.user_id = ${account}.id and role.rights && array['edit-catalog', 'moderate']))`;
}

/**
 * SQL condition: a game is for older players than an account may see, or for members of groups that it is not in. For
 * work that no request of the account does, such as mails, and for what others would give it.
 */
export function isBeyondLimits({ userId, gameId }: { userId: SQL; gameId: SQL }): SQL {
  // The condition of the index first: most games have no limits.
  return sql`exists (select from ${games} as rated join ${users} as reader on reader.id = ${userId}
    where rated.id = ${gameId} and (rated.minimum_age > 0 or rated.is_for_groups)
      and (rated.minimum_age > ${ageLimitOf(sql`reader`)}
        or (rated.is_for_groups and not exists (select from ${gameGroups} as opened
          join ${groupMembers} as membership on membership.group_id = opened.group_id
          where opened.game_id = rated.id and membership.user_id = reader.id)))
      and not ${hasNoLimits(sql`reader`)})`;
}
