import { Refusal } from '#shared/refusals.ts';
import type { Actor, Ctx } from '../context.ts';

/** The account that acts. @throws Refusal `login-required` for a visitor. */
export function requireActor(ctx: Ctx): Actor {
  if (!ctx.actor) throw new Refusal('login-required');
  return ctx.actor;
}

/**
 * The registered account that acts.
 * @throws Refusal `login-required` for a visitor, `guest-not-allowed` for a guest.
 */
export function requirePlayer(ctx: Ctx): Actor {
  const actor = requireActor(ctx);
  if (actor.role === 'guest') throw new Refusal('guest-not-allowed');
  return actor;
}

/** Whether who asks may add money: whom `requirePlayer` lets through. */
export function canTopUp(actor: Actor | null): boolean {
  return actor !== null && actor.role !== 'guest';
}
