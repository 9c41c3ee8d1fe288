import { randomUUID } from 'node:crypto';
import { isAppError } from '#shared/errors/app-error.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import type { RandomNumbers } from './invent-player.ts';

/** A player of the example community. */
export interface ExamplePlayer {
  id: string;
  username: string;
  registeredAt: Date;
}

/**
 * A context for use cases with a clock of its own, without rate limits, mails and events. Nobody logs in: the actor
 * is set directly.
 */
export interface ExampleSession extends RandomNumbers {
  ctx: Ctx;
  integer(below: number): number;
  chance(share: number): boolean;
  /** Moves the clock forward; an earlier time leaves it where it is. */
  moveTo(time: Date): void;
  wait(ms: number): void;
  /**
   * Runs `work` as a player. Null after an expected error: the configuration of a site can forbid a part of it,
   * such as a top-up.
   */
  as<T>(player: ExamplePlayer, work: () => Promise<T>): Promise<T | null>;
}

/** @param start the time of its clock at the beginning. */
export function createExampleSession(base: Ctx, start: Date): ExampleSession {
  let time = start.getTime();
  const ctx: Ctx = {
    ...base,
    actor: null,
    clock: { now: () => new Date(time) },
    rateLimiter: { async take() {}, async giveBack() {}, async reset() {} },
    accounts: { ...base.accounts, mailer: { canDeliver: false, async send() {} } },
    events: { publish() {} },
    notifier: { deliverSoon() {}, async flush() {} },
    gallery: { ...base.gallery, externalFiles: null },
  };
  const integer = (below: number) => base.random.integer(below);
  const between = (min: number, max: number) =>
    min + (integer(1_000_000) / 1_000_000) * (max - min);
  return {
    ctx,
    integer,
    between,
    pick: (from) => from[integer(from.length)] ?? from[0],
    chance: (share) => between(0, 1) < share,
    moveTo(to) {
      time = Math.max(time, to.getTime());
    },
    wait(ms) {
      time += ms;
    },
    async as(player, work) {
      ctx.actor = createActor(player);
      try {
        return await work();
      } catch (error) {
        if (!isAppError(error)) throw error;
        return null;
      } finally {
        ctx.actor = null;
      }
    },
  };
}

/** The actor of a player without a session. */
function createActor({ id, username, registeredAt }: ExamplePlayer): Actor {
  return {
    id,
    username,
    name: '',
    profilePic: '',
    role: 'player',
    heldRole: 'player',
    factorDueAt: null,
    furtherRoles: [],
    balance: 0,
    rewardClaimed: false,
    marketView: 'items',
    appearance: null,
    sessionId: randomUUID(),
    registeredAt,
  };
}
