import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#database/client.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { createLiveHub } from '#web/lib/live/create-live-hub.ts';
import { openSocket } from '#web/lib/live/open-socket.ts';
import { type FollowedConversation, LiveError } from '#web/lib/live-context.ts';
import { createPlayer, createTestCtx } from '../fixtures/factories.ts';
import { befriend } from '../fixtures/friends.ts';

/** Somebody at a browser who talks with one friend: with the code that runs there. */
export class Talker {
  readonly me: string;
  /** What the screen shows, in its order. */
  readonly shown: ChatMessage[] = [];
  /** Ids of what was acknowledged to this one, in the order of sending. */
  readonly acknowledged: string[] = [];
  #said = 0;
  readonly #followed: FollowedConversation;
  readonly #leave: () => void;

  constructor(origin: string, me: string, friend: string, cookie: string) {
    this.me = me;
    const hub = createLiveHub();
    // In lower case, as the client would put its own besides.
    const headers = { origin, cookie };
    this.#leave = hub.bind(openSocket({ onEnd: () => undefined }, { origin, headers }));
    this.#followed = hub.chat.follow({
      me,
      friend,
      after: 0,
      onMessages: (messages) => this.shown.push(...messages),
    });
  }

  /** Says something and goes on until it is acknowledged. Answers how long that took, in ms. */
  async say(): Promise<number> {
    const id = randomUUID();
    this.#said += 1;
    const text = `${this.me} ${this.#said}`;
    const started = performance.now();
    for (;;) {
      try {
        await this.#followed.send({ id, text });
        this.acknowledged.push(id);
        return performance.now() - started;
      } catch (error) {
        // Ten in ten seconds are ours, too.
        if (!(error instanceof LiveError)) throw error;
        if (error.code !== 'rate-limited' && error.code !== 'unreachable') throw error;
        await pause(1_000);
      }
    }
  }

  leave(): void {
    this.#followed.stop();
    this.#leave();
  }
}

/** Makes two friends; answers their names and Cookie headers. */
export async function createFriends(db: Database, secret: string) {
  const ctx = createTestCtx(db, { secret, clock: { now: () => new Date() } });
  const people = [await createPlayer(db), await createPlayer(db)] as const;
  await befriend(db, people[0].id, people[1].id);
  const enter = async ({ id, username }: { id: string; username: string }) => {
    const [cookie = ''] = (await startSession(ctx, id)).split(';');
    return { username, cookie };
  };
  return [await enter(people[0]), await enter(people[1])] as const;
}
