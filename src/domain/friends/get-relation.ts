import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Relation } from '#shared/schemas/relation.ts';
import type { Ctx } from '../context.ts';
import { relationColumns, relationOf } from './relation-columns.ts';

/** What the account `otherId` is to who asks. Nobody is reached by an id that there is not. */
export async function getRelation(ctx: Ctx, otherId: string): Promise<Relation> {
  const [row] = await ctx.db.select(relationColumns(ctx)).from(users).where(eq(users.id, otherId));
  if (row) return relationOf(ctx.actor, row);
  return { state: ctx.actor ? 'none' : 'visitor', blocked: false, reachable: false };
}
