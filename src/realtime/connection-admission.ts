import type { IncomingMessage } from 'node:http';
import type { Actor } from '#domain/base-context.ts';
import { socketConstants } from '#shared/constants/sockets.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import { type Arrival, type Refused, readHandshake, readProof } from './handshake.ts';
import { cutConnection } from './limit-unsent-bytes.ts';
import type { LiveSocket, SocketServerOptions } from './socket-types.ts';

/** A connection before it is a socket. */
type Raw = LiveSocket['conn'];

/** An arrival with how many sessions had ended before its own was read. */
type Known = Arrival & { endings: number };

interface Place extends Known {
  /** Whether it has said who it is: that is heard once. */
  asked: boolean;
  left: boolean;
  /** When it came, by the clock of the process. */
  since: number;
}

/** Nobody needs what a packet proved any more; a lasting connection would keep it. */
const forgotten = Object.freeze({});

/**
 * Who comes in and how many there are: connections of an account, those that are being made included,
 * and of an address as long as nobody has proved to be anybody. A connection that does not say whose it
 * is gives way to the next: those of one address to its own, and where there are too many in all, the
 * oldest or one of the address that has most. `endings` counts sessions that ended.
 */
export function limitUnauthenticated(parts: SocketServerOptions, endings: () => number) {
  const places = new WeakMap<object, Place>();
  const ofAccounts = createCount();
  const strangers = createCount();
  /** Connections that have not said yet whose they are, the oldest first. */
  const silent = new Map<Raw, Place>();

  const isFull = ({ id }: Actor) => ofAccounts.of(id) >= socketConstants.perAccount;

  /** Whether an account may have one more connection, and has not made too many of late. */
  async function mayConnect(actor: Actor): Promise<boolean> {
    if (isFull(actor)) return false;
    try {
      await parts.rateLimiter.take('socket-connections-by-account', actor.id);
    } catch (error) {
      if (isAppError(error)) return false;
      throw error;
    }
    return !isFull(actor);
  }

  /** Whether there is room for one more stranger; where there is not, a silent one gives way. */
  function makeRoom(address: string): boolean {
    if (strangers.of(address) >= socketConstants.strangersPerAddress) return cutSilent(address);
    if (strangers.all() < socketConstants.strangersMax) return true;
    const [oldest] = silent.values();
    const isLate = oldest && performance.now() - oldest.since >= socketConstants.silentMs;
    return cutSilent(isLate ? oldest.address : strangers.most());
  }

  /** Cuts the connection of an address that has been silent longest. */
  function cutSilent(address: string | null): boolean {
    for (const [raw, place] of silent) {
      if (place.address !== address) continue;
      cutConnection(raw);
      return true;
    }
    return false;
  }

  function count({ actor, address }: Arrival, by: 1 | -1): void {
    if (actor) ofAccounts.add(actor.id, by);
    else strangers.add(address, by);
  }

  function settle(place: Place, actor: Actor): void {
    count(place, -1);
    place.actor = actor;
    count(place, 1);
  }

  return {
    /** Looks at a handshake. Answers why it is refused, or null. */
    async admit(request: IncomingMessage): Promise<Refused | null> {
      const before = endings();
      const arrival = await readHandshake(parts, request);
      if (typeof arrival === 'string') return arrival;
      if (arrival.actor && !(await mayConnect(arrival.actor))) return 'too-many-connections';
      const since = performance.now();
      places.set(request, { ...arrival, endings: before, asked: false, left: false, since });
      return null;
    },

    /** Takes the connection that a handshake became, unless others were quicker. */
    meet(raw: Raw): void {
      const place = places.get(raw.request);
      if (!place || !(place.actor ? !isFull(place.actor) : makeRoom(place.address))) {
        raw.close(true);
        return;
      }
      count(place, 1);
      if (!place.actor) silent.set(raw, place);
      raw.once('close', () => {
        place.left = true;
        silent.delete(raw);
        count(place, -1);
      });
      places.set(raw, place);
      // It is of no use any more, and as large as everything else that a connection needs.
      Object.assign(raw, { request: null });
    },

    /** Hears once who a connection says it is. Answers why it is refused, or null. */
    async prove(socket: LiveSocket): Promise<Refused | null> {
      const proof = socket.handshake.auth;
      socket.handshake.auth = forgotten;
      const place = places.get(socket.conn);
      if (!place || place.asked) return 'failed';
      place.asked = true;
      silent.delete(socket.conn);
      const before = endings();
      const actor = await readProof(parts, proof, place.actor);
      if (typeof actor === 'string') return actor;
      if (actor === place.actor) return null;
      if (place.left) return 'failed';
      if (!(await mayConnect(actor))) return 'too-many-connections';
      if (place.left) return 'failed';
      place.endings = before;
      settle(place, actor);
      return null;
    },

    /** Who it is that has come; null for nobody. */
    of({ conn }: LiveSocket): (Known & { actor: Actor }) | null {
      const place = places.get(conn);
      return place?.actor ? { ...place, actor: place.actor } : null;
    },
  };
}

/** Counts by name; what is back at none is forgotten. */
function createCount() {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    of: (name: string) => counts.get(name) ?? 0,
    all: () => all,
    /** Of which name there are most. */
    most(): string | null {
      let [most, highest]: [string | null, number] = [null, 0];
      for (const [name, counted] of counts) {
        if (counted > highest) [most, highest] = [name, counted];
      }
      return most;
    },
    add(name: string, by: number): void {
      const counted = (counts.get(name) ?? 0) + by;
      if (counted > 0) counts.set(name, counted);
      else counts.delete(name);
      all += by;
    },
  };
}
