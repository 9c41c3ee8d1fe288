import type { IncomingMessage } from 'node:http';
import type { Actor } from '#domain/actor.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import {
  authenticateConnectPacket,
  type Handshake,
  type RejectionCode,
  readHandshake,
} from './handshake.ts';
import { cutConnection } from './limit-unsent-bytes.ts';
import type { LiveSocket, SocketServerOptions } from './socket-types.ts';

/** A connection of engine.io, below the socket. */
type RawConnection = LiveSocket['conn'];

/** A handshake with the number of ended sessions before its own session was read. */
type CheckedHandshake = Handshake & { endings: number };

interface Admission extends CheckedHandshake {
  /** Whether its CONNECT packet was read. Only the first one counts. */
  authenticationTried: boolean;
  /** Whether a loginId has authenticated it. */
  isOfApi: boolean;
  closed: boolean;
  /** When the handshake was accepted, by `performance.now()`. */
  since: number;
}

/** Replaces the credentials of a packet, so that a connection does not keep them in memory. */
const noCredentials = Object.freeze({});

/**
 * Admits connections and limits their number per account, and per IP address while they are unauthenticated.
 * A connection without credentials is closed when a new one needs its place: one of the same IP address, or
 * above the total limit the oldest, or one of the IP address with most. `countEndings` counts ended sessions.
 */
export function createConnectionAdmission(
  options: SocketServerOptions,
  countEndings: () => number,
) {
  // Data of a request, whose type has no place for them. Admissions of requests whose upgrade fails are
  // dropped with them.
  const admissions = new WeakMap<object, Admission>();
  const accounts = createCounter();
  const unauthenticated = createCounter();
  /** Connections that have not sent credentials yet, the oldest first. */
  const silent = new Map<RawConnection, Admission>();

  const isFull = ({ id }: Actor) => accounts.get(id) >= socketConstants.connectionsPerAccount;

  /** Whether an account may have one more connection and has not made too many recently. */
  async function mayConnect(actor: Actor): Promise<boolean> {
    if (isFull(actor)) return false;
    try {
      await options.rateLimiter.take('socket-connections-by-account', actor.id);
    } catch (error) {
      if (isAppError(error)) return false;
      throw error;
    }
    return !isFull(actor);
  }

  /** Whether one more unauthenticated connection is possible; closes a silent one if necessary. */
  function makePlace(address: string): boolean {
    if (unauthenticated.get(address) >= socketConstants.unauthenticatedPerAddress)
      return closeSilent(address);
    if (unauthenticated.total() < socketConstants.unauthenticatedMax) return true;
    const [oldest] = silent.values();
    const isLate =
      oldest && performance.now() - oldest.since >= socketConstants.authenticationGraceMs;
    return closeSilent(isLate ? oldest.address : unauthenticated.findLargest());
  }

  /** Closes the connection of an IP address that has been silent longest. */
  function closeSilent(address: string | null): boolean {
    for (const [raw, admission] of silent) {
      if (admission.address !== address) continue;
      cutConnection(raw);
      return true;
    }
    return false;
  }

  function count({ actor, address }: Handshake, by: 1 | -1): void {
    if (actor) accounts.add(actor.id, by);
    else unauthenticated.add(address, by);
  }

  function assignActor(admission: Admission, actor: Actor): void {
    count(admission, -1);
    admission.actor = actor;
    count(admission, 1);
  }

  return {
    /** Checks a handshake. Returns why it is rejected, or null. */
    async admit(request: IncomingMessage): Promise<RejectionCode | null> {
      const endings = countEndings();
      const handshake = await readHandshake(options, request);
      if (typeof handshake === 'string') return handshake;
      if (handshake.actor && !(await mayConnect(handshake.actor))) return 'too-many-connections';
      const since = performance.now();
      admissions.set(request, {
        ...handshake,
        endings,
        authenticationTried: false,
        isOfApi: false,
        closed: false,
        since,
      });
      return null;
    },

    /** Accepts the connection of an admitted handshake, unless the limits were reached meanwhile. */
    accept(raw: RawConnection): void {
      const admission = admissions.get(raw.request);
      const hasPlace =
        admission && (admission.actor ? !isFull(admission.actor) : makePlace(admission.address));
      if (!hasPlace) {
        raw.close(true);
        return;
      }
      count(admission, 1);
      if (!admission.actor) silent.set(raw, admission);
      raw.once('close', () => {
        admission.closed = true;
        silent.delete(raw);
        count(admission, -1);
      });
      admissions.set(raw, admission);
      // The request is not needed any more. It takes as much memory as the rest of a connection.
      Object.assign(raw, { request: null });
    },

    /** Authenticates a connection by its CONNECT packet. Returns why it is rejected, or null. */
    async authenticate(socket: LiveSocket): Promise<RejectionCode | null> {
      const credentials = socket.handshake.auth;
      socket.handshake.auth = noCredentials;
      const admission = admissions.get(socket.conn);
      if (!admission || admission.authenticationTried) return 'failed';
      admission.authenticationTried = true;
      silent.delete(socket.conn);
      const endings = countEndings();
      const actor = await authenticateConnectPacket(options, credentials, admission.actor);
      if (typeof actor === 'string') return actor;
      if (actor === admission.actor) return null;
      if (admission.closed) return 'failed';
      if (!(await mayConnect(actor))) return 'too-many-connections';
      if (admission.closed) return 'failed';
      admission.endings = endings;
      assignActor(admission, actor);
      admission.isOfApi = true;
      return null;
    },

    /** The handshake of an authenticated connection; null if it has no actor. */
    getAdmitted({
      conn,
    }: LiveSocket): (CheckedHandshake & Pick<Admission, 'isOfApi'> & { actor: Actor }) | null {
      const admission = admissions.get(conn);
      return admission?.actor ? { ...admission, actor: admission.actor } : null;
    },
  };
}

/** Counts by name. A name whose count is zero takes no memory. */
function createCounter() {
  const counts = new Map<string, number>();
  let total = 0;
  return {
    get: (name: string) => counts.get(name) ?? 0,
    total: () => total,
    /** The name with the highest count. */
    findLargest(): string | null {
      let [largest, highest]: [string | null, number] = [null, 0];
      for (const [name, counted] of counts) {
        if (counted > highest) [largest, highest] = [name, counted];
      }
      return largest;
    },
    add(name: string, by: number): void {
      const counted = (counts.get(name) ?? 0) + by;
      if (counted > 0) counts.set(name, counted);
      else counts.delete(name);
      total += by;
    },
  };
}
