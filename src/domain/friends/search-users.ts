import { and, asc, desc, not, type SQL, sql } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { userSearchConstants } from '#shared/constants/friends.ts';
import type { SocialQuery } from '#shared/schemas/friends.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { pageCount } from '../lib/page-count.ts';
import { escapedForLike } from '../lib/search-words.ts';
import { isRetired } from './find-person.ts';
import { type Person, personColumns, personOf } from './person-columns.ts';

const { countMax } = userSearchConstants;

/** `perPage` is the usual number where it is left out. */
type UsersRequest = Omit<SocialQuery, 'perPage'> & Partial<Pick<SocialQuery, 'perPage'>>;

export interface UsersPage {
  people: Person[];
  /** How many were found; one more than can be paged through stands for more than that. */
  total: number;
  /** At least one. */
  pages: number;
  /** Whether the term was looked for only where words in a username begin. */
  beginningsOnly: boolean;
}

/**
 * Terms that the trigram index narrows: three letters or digits in a row, or as many as it takes where
 * a word begins or ends.
 */
const narrowed = /[a-z0-9]{3}|[_-][a-z0-9]|[a-z0-9]{2}[_-]/;

/**
 * A page of the accounts whose username has the term in it, without regard to case. Where more accounts
 * are than `wholeMax`, a term that no index narrows, such as one or two letters, is looked for where
 * words begin. Whose name it is comes first, then whose name begins
 * with it. Without a term it is the registered players, who was here last first. Guests are found, with
 * their role to mark them; who is suspended or retired is not.
 */
export async function searchUsers(
  ctx: Ctx,
  { q, page, perPage = userSearchConstants.pageSize }: UsersRequest,
): Promise<UsersPage> {
  const term = q.toLowerCase();
  // What usernames are made of.
  const possible = /^[a-z0-9_-]{0,20}$/.test(term);
  if (!possible) return { people: [], total: 0, pages: 1, beginningsOnly: false };
  const beginningsOnly = term !== '' && !narrowed.test(term) && !(await isSmallHouse(ctx));
  const shown = and(not(isSuspended(ctx.clock.now())), not(isRetired));
  const listed = term === '' ? lastSeen(shown) : named(term, { beginningsOnly, shown });
  const [counted, rows] = await Promise.all([
    ctx.db.execute<{ total: number }>(
      sql`select count(*)::integer as total from (select from ${users}
        where ${listed.where} limit ${countMax + 1}) as found`,
    ),
    ctx.db
      .select(personColumns(ctx))
      .from(users)
      .where(listed.candidates)
      .orderBy(...listed.order)
      .limit(perPage)
      .offset(Math.min((page - 1) * perPage, countMax)),
  ]);
  const total = counted.rows[0]?.total ?? 0;
  const people = rows.map((row) => personOf(ctx, row));
  return { people, total, pages: pageCount(total, perPage, countMax), beginningsOnly };
}

/** Whether reading all usernames costs but some milliseconds. */
async function isSmallHouse({ db }: Ctx): Promise<boolean> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::integer as total
      from (select from ${users} limit ${userSearchConstants.wholeMax + 1}) as counted`,
  );
  return (rows[0]?.total ?? 0) <= userSearchConstants.wholeMax;
}

interface Listed {
  where: SQL | undefined;
  /** The same, of so many that no order costs more than that. */
  candidates: SQL | undefined;
  order: SQL[];
}

function lastSeen(shown: SQL | undefined): Listed {
  const where = and(sql`${users.role} <> 'guest'`, shown);
  return {
    where,
    candidates: where,
    order: [sql`${users.lastSeenAt} desc nulls last`, desc(users.id)],
  };
}

interface Narrowing {
  beginningsOnly: boolean;
  shown: SQL | undefined;
}

function named(term: string, { beginningsOnly, shown }: Narrowing): Listed {
  const part = escapedForLike(term);
  const username = sql`${users.username}`;
  const begins = sql`${username} like ${`${part}%`}`;
  // Words in usernames are parted by `-` and `_`, and none begins with one of these.
  const beginnings = /[a-z0-9]/.test(term)
    ? sql`(${begins} or ${username} like ${`%-${part}%`} or ${username} like ${`%\\_${part}%`})`
    : sql`false`;
  const found = beginningsOnly ? beginnings : sql`${username} like ${`%${part}%`}`;
  const where = and(found, shown);
  const candidates = sql`${users.id} in (
    select ${users.id} from ${users} where ${username} = ${term} and ${shown}
    union
    (select ${users.id} from ${users} where ${where} limit ${countMax}))`;
  const order = [desc(sql`${username} = ${term}`), desc(begins), asc(users.username)];
  return { where, candidates, order };
}
