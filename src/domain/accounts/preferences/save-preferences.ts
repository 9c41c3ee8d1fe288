import { preferences } from '#database/schema.ts';
import type { Ctx } from '../../context.ts';
import { requireActor } from '../../permissions/require-actor.ts';
import type { Preferences } from './read-preferences.ts';

/** Saves some preferences of the actor; the others keep their values. @throws AppError `login-required`. */
export async function savePreferences(ctx: Ctx, changed: Partial<Preferences>): Promise<void> {
  const { id: userId } = requireActor(ctx);
  const set = { ...changed, updatedAt: ctx.clock.now() };
  await ctx.db
    .insert(preferences)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: preferences.userId, set });
}
