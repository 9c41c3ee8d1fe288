import { listOnlineAccounts } from '#domain/accounts/presence/list-online-accounts.ts';
import type { Actor } from '#domain/actor.ts';
import { presenceConstants } from '#shared/constants/accounts/presence.ts';
import type { SocketServerOptions } from './socket-types.ts';

/**
 * Publishes when an account comes online, with its first socket on this node, and when it goes offline: its
 * last socket is closed and it sent no request for a minute. `Presence` stores who is online.
 */
export function trackPresence({
  db,
  clock,
  accounts: { presence },
  events,
  log,
}: SocketServerOptions) {
  /** Accounts without a socket on this node whose offline status is not published yet. */
  const leaving = new Set<string>();

  function publishStatus(userId: string, online: boolean): void {
    events.publish({ type: 'status-changed', userId, online });
  }

  async function publishDepartures(): Promise<void> {
    if (leaving.size === 0) return;
    const candidates = [...leaving];
    const online = await listOnlineAccounts(db, candidates, clock.now());
    for (const userId of candidates) {
      if (!online.has(userId) && leaving.delete(userId)) publishStatus(userId, false);
    }
  }

  const stopListening = events.listen((event, { isRemote }) => {
    if (event.type !== 'status-changed' || event.online) return;
    // A logout was already published as offline.
    leaving.delete(event.userId);
    if (!isRemote) return;
    if (presence.isConnected(event.userId)) {
      // The node of the logout cannot know that another session has a socket here.
      presence
        .flush()
        .then(() => publishStatus(event.userId, true))
        .catch((error: unknown) => log.warn({ err: error }, 'presence could not be written'));
    } else {
      // A later write of this mark would show the account as online again.
      void presence.discardMark(event.userId);
    }
  });
  let checking: Promise<void> | null = null;
  const timer = setInterval(() => {
    checking ??= publishDepartures()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'accounts that went offline could not be determined'),
      )
      .finally(() => {
        checking = null;
      });
  }, presenceConstants.writeEveryMs);

  return {
    /** Counts a socket of the account. Returns the function that removes it. */
    addSocket({ id, sessionId }: Actor): () => void {
      const cameOnline = !presence.isConnected(id) && !leaving.delete(id);
      const release = presence.addConnection(id, sessionId);
      if (cameOnline) publishStatus(id, true);
      return () => {
        release();
        if (!presence.isConnected(id)) leaving.add(id);
      };
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      stopListening();
      await checking;
    },
  };
}
