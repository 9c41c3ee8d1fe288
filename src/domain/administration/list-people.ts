import { and, desc, eq, exists, gt, like, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { queryRows } from '#database/prepared-query.ts';
import { furtherRoles, mutes, users } from '#database/schema.ts';
import { heldRoles } from '#database/sql/held-roles.ts';
import { adminPeopleConstants, type PeopleFilter } from '#shared/constants/site/admin-people.ts';
import type { PeopleQuery } from '#shared/schemas/administration/admin-people.ts';
import { isDeleted, isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { isRetiredGuest } from '../friends/find-person-by-username.ts';
import { countPages } from '../lib/page-count.ts';
import { escapeForLike } from '../lib/search/search-words.ts';
import { subtractDays } from '../lib/subtract-days.ts';
import { requireAdmin } from '../permissions/require-moderator.ts';

const { countMax, newDays, pageSize } = adminPeopleConstants;

/** An account as the list of people shows it. */
export type ListedPerson = Awaited<ReturnType<typeof listPeople>>['people'][number];

/**
 * A page of the accounts whose username or email address contains the term, newest first. Deleted accounts and
 * retired guests are not in it.
 * @throws AppError `login-required`, `admins-only`.
 */
export async function listPeople(ctx: Ctx, { q, show, role, page }: PeopleQuery) {
  requireAdmin(ctx);
  const now = ctx.clock.now();
  const found = and(
    not(isRetiredGuest),
    not(isDeleted),
    matchesFilter(ctx, show),
    role === null ? undefined : hasFurtherRole(role),
    q === '' ? undefined : matchesTerm(q),
  );
  const [counted, people, roles] = await Promise.all([
    queryRows<{ total: number }>(
      ctx.db,
      { total: integer },
      sql`select count(*)::integer as total from (select from ${users}
        where ${found} limit ${countMax + 1}) as found`,
    ),
    ctx.db
      .select({
        username: users.displayUsername,
        name: users.name,
        profilePic: users.profilePic,
        email: users.email,
        emailVerified: users.emailVerified,
        role: users.role,
        isExample: users.isExample,
        createdAt: users.createdAt,
        lastSeenAt: users.lastSeenAt,
        suspended: isSuspended(now),
      })
      .from(users)
      .where(found)
      .orderBy(desc(users.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    ctx.db
      .select({ slug: furtherRoles.slug, name: furtherRoles.name })
      .from(furtherRoles)
      .orderBy(furtherRoles.name),
  ]);
  const total = counted[0]?.total ?? 0;
  return {
    people: people.map(({ email, ...person }) => ({
      ...person,
      email: person.role === 'guest' || person.isExample ? null : email,
    })),
    /** At most `countMax` + 1, which means 'more than `countMax`'. */
    total,
    page,
    pages: countPages(total, pageSize, countMax),
    /** The further roles of the site, for the filters. */
    roles,
  };
}

function matchesTerm(q: string): SQL | undefined {
  const pattern = `%${escapeForLike(q.toLowerCase())}%`;
  return or(
    like(users.username, pattern),
    // Guests have addresses that nobody wrote.
    and(sql`lower(${users.email}) like ${pattern}`, ne(users.role, 'guest')),
  );
}

function matchesFilter(ctx: Ctx, show: PeopleFilter): SQL | undefined {
  const isRegistered = ne(users.role, 'guest');
  switch (show) {
    case 'registered':
      return isRegistered;
    case 'new':
      return and(
        gt(users.registeredAt, subtractDays(ctx.clock, newDays)),
        eq(users.isExample, false),
      );
    case 'moderators':
      return eq(users.role, 'moderator');
    case 'admins':
      return eq(users.role, 'admin');
    case 'suspended':
      return isSuspended(ctx.clock.now());
    case 'muted':
      return exists(
        ctx.db
          .select({ userId: mutes.userId })
          .from(mutes)
          .where(and(eq(mutes.userId, users.id), gt(mutes.until, ctx.clock.now()))),
      );
    case 'unconfirmed':
      return and(isRegistered, eq(users.emailVerified, false), eq(users.isExample, false));
    case 'guests':
      return eq(users.role, 'guest');
    case 'examples':
      return and(isRegistered, eq(users.isExample, true));
  }
}

function hasFurtherRole(role: string): SQL {
  return sql`${users.id} in (select had.user_id from ${heldRoles} as had where had.role = ${role})`;
}
