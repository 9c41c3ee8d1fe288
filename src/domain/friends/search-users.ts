import { and, asc, desc, not, type SQL, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { declareStatement, queryRows } from '#database/prepared-query.ts';
import { users } from '#database/schema.ts';
import { userSearchConstants } from '#shared/constants/friends.ts';
import type { SocialQuery } from '#shared/schemas/friends.ts';
import { isSuspended } from '../accounts/suspension.ts';
import type { Ctx } from '../context.ts';
import { countPages } from '../lib/page-count.ts';
import { escapeForLike } from '../lib/search/search-words.ts';
import { isVisibleToEverybody } from '../privacy/privacy-conditions.ts';
import { isRetiredGuest } from './find-person-by-username.ts';
import { type Person, personColumns, toPerson } from './person-columns.ts';

const { countMax } = userSearchConstants;

/** Without `perPage`, a page has the default size. */
type UsersRequest = Omit<SocialQuery, 'perPage'> & Partial<Pick<SocialQuery, 'perPage'>>;

export interface UsersPage {
  people: Person[];
  /** How many were found, at most `countMax` + 1, which means 'more than `countMax`'. */
  total: number;
  /** At least one. */
  pages: number;
  /** Whether the search compared the term only with the beginnings of words in usernames. */
  matchesWordStartsOnly: boolean;
}

/**
 * Terms that the trigram index can narrow down: three letters or digits in a row, or fewer at the
 * beginning or end of a word.
 */
const indexedTerm = /[a-z0-9]{3}|[_-][a-z0-9]|[a-z0-9]{2}[_-]/;

/**
 * Returns a page of the accounts whose username contains the term, without regard to case. An exact match
 * comes first, then usernames that begin with the term. With more than `fullScanMax` accounts, a term that
 * no index narrows down, such as one or two letters, matches only the beginnings of words.
 *
 * Without a term it returns the registered players who show everybody when they are Online, the last seen
 * first. A search also finds guests,
 * marked by their role. Suspended accounts and retired guests are never found.
 */
export async function searchUsers(
  ctx: Ctx,
  { q, page, perPage = userSearchConstants.pageSize }: UsersRequest,
): Promise<UsersPage> {
  const term = q.toLowerCase();
  // Usernames contain only these characters.
  const possible = /^[a-z0-9_-]{0,20}$/.test(term);
  if (!possible) return { people: [], total: 0, pages: 1, matchesWordStartsOnly: false };
  const matchesWordStartsOnly = term !== '' && !indexedTerm.test(term) && !(await isSmallSite(ctx));
  const isFound = and(not(isSuspended(ctx.clock.now())), not(isRetiredGuest));
  const search =
    term === '' ? listLastSeen(isFound) : searchByTerm(term, { matchesWordStartsOnly, isFound });
  const [counted, rows] = await Promise.all([
    queryRows<{ total: number }>(
      ctx.db,
      { total: integer },
      sql`select count(*)::integer as total from (select from ${users}
        where ${search.where} limit ${countMax + 1}) as found`,
    ),
    ctx.db
      .select(personColumns(ctx))
      .from(users)
      .where(search.candidates)
      .orderBy(...search.order)
      .limit(perPage)
      .offset(Math.min((page - 1) * perPage, countMax)),
  ]);
  const total = counted[0]?.total ?? 0;
  const people = rows.map((row) => toPerson(ctx, row));
  return { people, total, pages: countPages(total, perPage, countMax), matchesWordStartsOnly };
}

const countAccounts = declareStatement<{ total: number }, Record<string, never>>(
  { total: integer },
  sql`select count(*)::integer as total
    from (select from ${users} limit ${userSearchConstants.fullScanMax + 1}) as counted`,
);

/** Whether there are so few accounts that reading all usernames takes only some milliseconds. */
async function isSmallSite({ db }: Ctx): Promise<boolean> {
  const [counted] = await countAccounts(db, {});
  return (counted?.total ?? 0) <= userSearchConstants.fullScanMax;
}

interface Search {
  where: SQL | undefined;
  /** As `where`, but limited to a number of accounts that can be sorted quickly. */
  candidates: SQL | undefined;
  order: SQL[];
}

function listLastSeen(isFound: SQL | undefined): Search {
  const showsPresence = isVisibleToEverybody('presence', users.id);
  const where = and(sql`${users.role} <> 'guest'`, isFound, showsPresence);
  return {
    where,
    candidates: where,
    order: [sql`${users.lastSeenAt} desc nulls last`, desc(users.id)],
  };
}

interface SearchOptions {
  matchesWordStartsOnly: boolean;
  isFound: SQL | undefined;
}

function searchByTerm(term: string, { matchesWordStartsOnly, isFound }: SearchOptions): Search {
  const part = escapeForLike(term);
  const username = sql`${users.username}`;
  const begins = sql`${username} like ${`${part}%`}`;
  // Words in usernames are separated by `-` and `_`, and no word begins with one of these.
  const beginnings = /[a-z0-9]/.test(term)
    ? sql`(${begins} or ${username} like ${`%-${part}%`} or ${username} like ${`%\\_${part}%`})`
    : sql`false`;
  const found = matchesWordStartsOnly ? beginnings : sql`${username} like ${`%${part}%`}`;
  const where = and(found, isFound);
  const candidates = sql`${users.id} in (
    select ${users.id} from ${users} where ${username} = ${term} and ${isFound}
    union
    (select ${users.id} from ${users} where ${where} limit ${countMax}))`;
  const order = [desc(sql`${username} = ${term}`), desc(begins), asc(users.username)];
  return { where, candidates, order };
}
