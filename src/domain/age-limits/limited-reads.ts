import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';

/** The context with another actor, who reads what it may see. */
export function actAs<Context extends Omit<Ctx, 'actor'>>(
  ctx: Context,
  actor: Actor | null,
): Context & Pick<Ctx, 'actor'> {
  return { ...ctx, ...ctx.limitedReads.of(actor), actor };
}

/**
 * The context for an act that concerns everything of the actor, also what it may no longer see: its deletion, and the
 * end of what two people share.
 */
export function withoutLimits(ctx: Ctx): Ctx {
  return { ...ctx, ...ctx.limitedReads.unlimited };
}
