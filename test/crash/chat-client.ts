import { randomUUID } from 'node:crypto';
import type { Database } from '#database/client.ts';
import { startSession } from '#domain/accounts/sessions/start-session.ts';
import { createKeys } from '#domain/secrets/keys.ts';
import { readStoredSecrets } from '#domain/secrets/stored-secrets.ts';
import { retry } from '#shared/lib/retry.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { createLiveHub } from '#web/lib/live/create-live-hub.ts';
import { type FollowedConversation, LiveError } from '#web/lib/live/live-context.ts';
import { openSocket } from '#web/lib/live/open-socket.ts';
import { createPlayer, createTestCtx } from '../fixtures/factories.ts';
import { befriend } from '../fixtures/friends.ts';

/** A chat client of one player with one friend, made from the code that runs in browsers. */
export class ChatClient {
  readonly me: string;
  /** The messages on the screen, in their order. */
  readonly shown: ChatMessage[] = [];
  /** The ids of acknowledged messages of this client, in the order of sending. */
  readonly acknowledged: string[] = [];
  #said = 0;
  readonly #followed: FollowedConversation;
  readonly #leave: () => void;

  constructor(origin: string, me: string, friend: string, cookie: string) {
    this.me = me;
    const hub = createLiveHub();
    // In lower case, because the client would otherwise add its own headers.
    const headers = { origin, cookie };
    this.#leave = hub.attachSocket(
      openSocket({ onSessionEnd: () => undefined }, { origin, headers }),
    );
    this.#followed = hub.chat.follow({
      me,
      friend,
      after: 0,
      onMessages: (messages) => this.shown.push(...messages),
    });
  }

  /** Sends the next message, repeatedly until it is acknowledged. Returns the time in ms. */
  async sendNext(): Promise<number> {
    const id = randomUUID();
    this.#said += 1;
    const text = `${this.me} ${this.#said}`;
    const started = performance.now();
    // The rate limit of ten messages in ten seconds applies to this client, too.
    const isTemporary = (error: unknown) =>
      error instanceof LiveError && ['rate-limited', 'unreachable'].includes(error.code);
    await retry(() => this.#followed.send({ id, text }), {
      attempts: Number.POSITIVE_INFINITY,
      waitMs: (error) => (isTemporary(error) ? 1_000 : null),
    });
    this.acknowledged.push(id);
    return performance.now() - started;
  }

  disconnect(): void {
    this.#followed.stop();
    this.#leave();
  }
}

/** Creates two friends of a running application. Returns their usernames and Cookie headers. */
export async function createFriends(db: Database) {
  const clock = { now: () => new Date() };
  const keys = createKeys(await readStoredSecrets({ db, clock }));
  const ctx = createTestCtx(db, { keys, clock });
  const people = [await createPlayer(db), await createPlayer(db)] as const;
  await befriend(db, people[0].id, people[1].id);
  const enter = async ({ id, username }: { id: string; username: string }) => {
    const [cookie = ''] = (await startSession(ctx, id, { method: 'password' })).split(';');
    return { username, cookie };
  };
  return [await enter(people[0]), await enter(people[1])] as const;
}
