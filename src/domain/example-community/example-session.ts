import { randomUUID } from 'node:crypto';
import { isAppError } from '#shared/errors/app-error.ts';
import { createPresence } from '../accounts/presence/presence.ts';
import type { Actor } from '../actor.ts';
import { createMessageWriter } from '../chat/batched-message-writer.ts';
import type { Ctx } from '../context.ts';
import type { RandomNumbers } from './invent-player.ts';

/** An invented player with an account. */
export interface ExamplePlayer {
  id: string;
  username: string;
  /** Null for a guest. */
  registeredAt: Date | null;
}

/**
 * A context for use cases with a clock of its own, without rate limits, mails and events. Nobody logs in: the actor
 * is set directly.
 */
export interface ExampleSession extends RandomNumbers {
  ctx: Ctx;
  /** A random whole number from 0 to `below` - 1. */
  integer(below: number): number;
  /** True with the probability `share` (0 to 1). */
  chance(share: number): boolean;
  /** Chooses from a list that can be empty. */
  choose<T>(from: readonly T[]): T | undefined;
  /** Moves the clock forward; an earlier time leaves it where it is. */
  moveTo(time: Date): void;
  /** Moves the clock forward, up to the time of the base context. */
  wait(ms: number): void;
  /**
   * Runs `work` as a player. Null after an expected error: the configuration of a site can forbid a part of it,
   * such as a top-up.
   */
  as<T>(player: ExamplePlayer, work: () => Promise<T>): Promise<T | null>;
}

/** @param start the time of its clock at the beginning. */
export function createExampleSession(base: Ctx, start: Date): ExampleSession {
  const end = base.clock.now().getTime();
  let time = start.getTime();
  const clock = { now: () => new Date(time) };
  const events = { publish() {} };
  const ctx: Ctx = {
    ...base,
    actor: null,
    clock,
    rateLimiter: { async take() {}, async giveBack() {}, async reset() {} },
    accounts: {
      ...base.accounts,
      mailer: { canDeliver: false, async send() {} },
      presence: createPresence(base.db, clock),
    },
    events,
    notifier: { deliverSoon() {}, async flush() {} },
    chat: { writer: createMessageWriter({ db: base.db, clock, events, log: base.log }) },
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
    choose: (from) => (from.length > 0 ? from[integer(from.length)] : undefined),
    chance: (share) => between(0, 1) < share,
    moveTo(to) {
      time = Math.max(time, to.getTime());
    },
    wait(ms) {
      time = Math.max(time, Math.min(time + ms, end));
    },
    async as(player, work) {
      ctx.actor = createExampleActor(player);
      ctx.accounts.presence.markSeen(player.id);
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

/** The actor of an account without a session. */
export function createExampleActor({ id, username, registeredAt }: ExamplePlayer): Actor {
  const role = registeredAt ? 'player' : 'guest';
  return {
    id,
    username,
    name: '',
    profilePic: '',
    role,
    heldRole: role,
    factorDueAt: null,
    keysChangeAt: null,
    furtherRoles: [],
    rights: [],
    isFactorOverdue: false,
    balance: 0,
    rewardClaimed: false,
    marketView: 'items',
    appearance: null,
    ageLimit: null,
    groupIds: [],
    sessionId: randomUUID(),
    registeredAt,
  };
}
