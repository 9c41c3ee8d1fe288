import { eq, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { boolean } from '#database/column-types.ts';
import { gameGroupPrices, gameGroups, groupRoles, groups } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';

interface CarriedThing {
  /** Whether it takes something from the members: nobody leaves such a group by himself. */
  limits: boolean;
  /** The SQL condition that it hangs on the row of `groups`. */
  hangsOnGroup: SQL;
}

/**
 * What can hang on a group. A group on which something hangs is entered only by an admin, an invitation, a code or an
 * import of an admin, or a request that somebody accepted who has the right. A new kind of thing needs a line here, and
 * is written while the row of the group is locked for update.
 */
const carriedThings: Record<string, CarriedThing> = {
  role: {
    limits: false,
    hangsOnGroup: sql`exists (select from ${groupRoles} as carried where carried.group_id = groups.id)`,
  },
  game: {
    limits: false,
    hangsOnGroup: sql`exists (select from ${gameGroups} as carried where carried.group_id = groups.id)`,
  },
  price: {
    limits: false,
    hangsOnGroup: sql`exists (select from ${gameGroupPrices} as carried
      where carried.group_id = groups.id and carried.replaced_at is null)`,
  },
  ageLimit: { limits: true, hangsOnGroup: sql`groups.age_limit is not null` },
};

const anyOf = (things: readonly CarriedThing[]) =>
  things.length === 0
    ? sql`false`
    : sql`(${sql.join(
        things.map(({ hangsOnGroup }) => hangsOnGroup),
        sql` or `,
      )})`;

const things = Object.values(carriedThings);

/** Columns of `groups`: whether something hangs on it, and whether that limits the members. */
export const carryingColumns = {
  carries: typedSql(boolean, anyOf(things)),
  limits: typedSql(boolean, anyOf(things.filter(({ limits }) => limits))),
};

export interface Carrying {
  carries: boolean;
  limits: boolean;
}

/** What hangs on a group whose row the caller has locked. */
export async function groupCarries(tx: Queryable, groupId: string): Promise<Carrying> {
  const [found] = await tx.select(carryingColumns).from(groups).where(eq(groups.id, groupId));
  return found ?? { carries: false, limits: false };
}
