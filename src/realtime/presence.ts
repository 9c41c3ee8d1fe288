import { listOnline } from '#domain/accounts/presence/list-online.ts';
import type { Actor } from '#domain/base-context.ts';
import { presenceConstants } from '#shared/constants/accounts.ts';
import type { SocketServerOptions } from './socket-types.ts';

/**
 * Tells friends when an account comes, by its first socket on this node, and when it has left: its last
 * socket is gone, and for a minute it did nothing anywhere. That it is here is written by `Presence`.
 */
export function watchPresence({ db, clock, presence, events, log }: SocketServerOptions) {
  /** Accounts without a socket here that were not told to have left. */
  const leaving = new Set<string>();

  function tell(userId: string, online: boolean): void {
    events.publish({ type: 'status-changed', userId, online });
  }

  async function look(): Promise<void> {
    if (leaving.size === 0) return;
    const asked = [...leaving];
    const online = await listOnline(db, asked, clock.now());
    for (const userId of asked) {
      if (!online.has(userId) && leaving.delete(userId)) tell(userId, false);
    }
  }

  const stopListening = events.listen((event) => {
    // Who logs out has left at once, and was told to have.
    if (event.type === 'status-changed' && !event.online) leaving.delete(event.userId);
  });
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'who has left could not be found out'))
      .finally(() => {
        looking = null;
      });
  }, presenceConstants.writeEveryMs);

  return {
    /** Notes a socket of the account; the answer takes the note back. */
    arrive({ id, sessionId }: Actor): () => void {
      const news = !presence.isHeld(id) && !leaving.delete(id);
      const letGo = presence.hold(id, sessionId);
      if (news) tell(id, true);
      return () => {
        letGo();
        if (!presence.isHeld(id)) leaving.add(id);
      };
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      stopListening();
      await looking;
    },
  };
}
