import { type SQL, sql } from 'drizzle-orm';
import { furtherRoles, games, siteSettings, users } from '#database/schema.ts';
import { heldAgeLimit } from '#database/sql/held-age-limit.ts';
import { heldRoles } from '#database/sql/held-roles.ts';

/** `getAgeLimit` of a row of `users` as SQL, from the settings as they are in the database. */
function ageLimitOf(account: SQL): SQL {
  const limitOfSite = (readers: 'guests' | 'players') =>
    sql`(select (setting.value->>${sql.raw(`'${readers}'`)})::integer
      from ${siteSettings} as setting where setting.key = 'ageLimits')`;
  return sql`case
    when ${account}.role in ('moderator', 'admin') or exists (select from ${heldRoles} as held
      join ${furtherRoles} as role on role.slug = held.role
      where held.user_id = ${account}.id and role.rights && array['edit-catalog', 'moderate']) then null
    else coalesce(${heldAgeLimit(account)},
      case when ${account}.role = 'guest' then ${limitOfSite('guests')} else ${limitOfSite('players')} end)
  end`;
}

/**
 * SQL condition: a game is for older players than an account may see. For work that no request of the account does,
 * such as mails, and for what others would give it.
 */
export function isBeyondAgeLimit({ userId, gameId }: { userId: SQL; gameId: SQL }): SQL {
  // The condition of the index first: most games have no age.
  return sql`exists (select from ${games} as rated join ${users} as reader on reader.id = ${userId}
    where rated.id = ${gameId} and rated.minimum_age > 0
      and rated.minimum_age > ${ageLimitOf(sql`reader`)})`;
}
