import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import type { Relation } from '#shared/schemas/relation.ts';
import type { Ctx } from '../context.ts';
import { relationColumns, toRelation } from './relation-columns.ts';

/** Returns the relation of another account to the actor. An unknown account is not reachable. */
export async function getRelation(ctx: Ctx, otherId: string): Promise<Relation> {
  const [row] = await ctx.db.select(relationColumns(ctx)).from(users).where(eq(users.id, otherId));
  if (row) return toRelation(ctx.actor, row);
  return { state: ctx.actor ? 'none' : 'visitor', blocked: false, reachable: false };
}
