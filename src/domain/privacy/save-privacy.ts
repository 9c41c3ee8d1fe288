import { preferences } from '#database/schema.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import type { PrivacySettings } from './read-privacy.ts';

/**
 * Saves some of the actor's privacy settings; the others keep their values. Pages that were rendered before
 * are not shown to anybody any more.
 * @throws AppError `login-required`, `rate-limited`
 */
export async function savePrivacy(ctx: Ctx, changed: Partial<PrivacySettings>): Promise<void> {
  const { id: userId } = requireActor(ctx);
  await ctx.rateLimiter.take('privacy-by-account', userId);
  const set = { ...changed, updatedAt: ctx.clock.now() };
  await ctx.db
    .insert(preferences)
    .values({ userId, ...set })
    .onConflictDoUpdate({ target: preferences.userId, set });
  ctx.events.publish({ type: 'privacy-changed', userId });
}
