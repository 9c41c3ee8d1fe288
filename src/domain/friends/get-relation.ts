import { eq, sql } from 'drizzle-orm';
import { prepareSelect } from '#database/prepared-select.ts';
import { users } from '#database/schema.ts';
import type { Relation } from '#shared/schemas/relation.ts';
import type { Ctx } from '../context.ts';
import { preparedRelationColumns, relationValues, toRelation } from './relation-columns.ts';

/** Returns the relation of another account to the actor. An unknown account is not reachable. */
export async function getRelation(ctx: Ctx, otherId: string): Promise<Relation> {
  const [row] = await readRelation(ctx.db, { otherId, ...relationValues(ctx) });
  if (row) return toRelation(ctx.actor, row);
  return { state: ctx.actor ? 'none' : 'visitor', blocked: false, reachable: false };
}

const readRelation = prepareSelect('get-relation', (db) =>
  db
    .select(preparedRelationColumns())
    .from(users)
    .where(eq(users.id, sql.placeholder('otherId'))),
);
