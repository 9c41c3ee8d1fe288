import { io } from 'socket.io-client';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import type { LiveSocket } from './live-context.ts';

/** Error codes after which connecting again makes no sense. */
const finalCodes = new Set(['login-required', 'foreign-origin']);

interface SocketEvents {
  /** The session of the socket has ended. */
  onSessionEnd: () => void;
  /** The next ping of the server is late: the network may be down without an event. */
  onLatePing?: () => void;
}

/**
 * Opens the socket of the tab to our own server. It reconnects by itself until it is disconnected by us.
 * Outside a browser it needs the origin and the headers that a browser would send.
 */
export function openSocket(
  { onSessionEnd, onLatePing }: SocketEvents,
  { origin = '/', headers }: { origin?: string; headers?: Record<string, string> } = {},
): LiveSocket {
  const socket: LiveSocket = io(origin, {
    forceNew: true,
    extraHeaders: headers,
    path: socketConstants.path,
    // Polling works where websockets are blocked, and it shows the server's error for a rejected handshake.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    reconnectionDelay: socketConstants.reconnectMinMs,
    reconnectionDelayMax: socketConstants.reconnectMaxMs,
    timeout: socketConstants.timeoutMs,
  });
  if (onLatePing) watchPings(socket, onLatePing);
  let ended = false;
  function end(): void {
    if (ended) return;
    ended = true;
    socket.disconnect();
    onSessionEnd();
  }
  socket.on('ended', end);
  socket.on('connect_error', (error) => {
    if (finalCodes.has(errorCodeOf(error)) || finalCodes.has(error.message)) end();
  });
  socket.on('disconnect', (reason) => {
    // The server disconnected the socket for another reason than the end of the session.
    if (reason !== 'io server disconnect' || ended) return;
    setTimeout(() => !ended && socket.connect(), socketConstants.reconnectMaxMs);
  });
  return socket;
}

/**
 * Calls `onLatePing` when a ping is late. The library itself waits 20 s before it reports a lost connection,
 * which is too late for the reader.
 */
function watchPings(socket: LiveSocket, onLatePing: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function stop(): void {
    clearTimeout(timer);
  }
  function restart(): void {
    stop();
    timer = setTimeout(onLatePing, socketConstants.pingEveryMs + socketConstants.pingLateMs);
  }
  socket.on('connect', restart);
  socket.io.on('ping', restart);
  socket.on('disconnect', stop);
}

/** Reads the error code with which the server rejected a handshake; empty when the transport has none. */
function errorCodeOf(error: Error): string {
  const context = 'context' in error ? error.context : null;
  if (typeof context !== 'object' || context === null || !('responseText' in context)) return '';
  try {
    const body: unknown = JSON.parse(String(context.responseText));
    return typeof body === 'object' && body !== null && 'message' in body
      ? String(body.message)
      : '';
  } catch {
    return '';
  }
}
