import { io } from 'socket.io-client';
import { socketConstants } from '#shared/constants/sockets.ts';
import type { LiveSocket } from './live-hub.ts';

/** What the server says, to a handshake or after it, when a connection is of no use any more. */
const final = new Set(['login-required', 'foreign-origin']);

interface SocketEvents {
  /** The session behind the socket is over. */
  onEnd: () => void;
  /** The server's next ping is late: the network may be gone without having said so. */
  onQuiet?: () => void;
}

/**
 * Opens the tab's socket to our own server. It connects again by itself until it is disconnected.
 * Outside a browser it has to be told where to, and the headers that a browser would send.
 */
export function openSocket(
  { onEnd, onQuiet }: SocketEvents,
  { origin = '/', headers }: { origin?: string; headers?: Record<string, string> } = {},
): LiveSocket {
  const socket: LiveSocket = io(origin, {
    forceNew: true,
    extraHeaders: headers,
    path: socketConstants.path,
    // Where a websocket cannot pass, and for the server's reason when it refuses one.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    withCredentials: true,
    reconnectionDelay: socketConstants.reconnectMinMs,
    reconnectionDelayMax: socketConstants.reconnectMaxMs,
    timeout: socketConstants.timeoutMs,
  });
  if (onQuiet) watchPings(socket, onQuiet);
  let ended = false;
  function end(): void {
    if (ended) return;
    ended = true;
    socket.disconnect();
    onEnd();
  }
  socket.on('ended', end);
  socket.on('connect_error', (error) => {
    if (final.has(refusalOf(error)) || final.has(error.message)) end();
  });
  socket.on('disconnect', (reason) => {
    // Cut by the server for another reason than the session's end.
    if (reason !== 'io server disconnect' || ended) return;
    setTimeout(() => !ended && socket.connect(), socketConstants.reconnectMaxMs);
  });
  return socket;
}

/**
 * Calls `onQuiet` when a ping is late. The library itself waits 20 s for it, and only then does anybody
 * ask by another way whether the server is there.
 */
function watchPings(socket: LiveSocket, onQuiet: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function stop(): void {
    clearTimeout(timer);
  }
  function wait(): void {
    stop();
    timer = setTimeout(onQuiet, socketConstants.pingEveryMs + socketConstants.pingLateMs);
  }
  socket.on('connect', wait);
  socket.io.on('ping', wait);
  socket.on('disconnect', stop);
}

/** The code that the server refused a handshake with, where the transport tells. */
function refusalOf(error: Error): string {
  const context = 'context' in error ? error.context : null;
  if (typeof context !== 'object' || context === null || !('responseText' in context)) return '';
  try {
    const said: unknown = JSON.parse(String(context.responseText));
    return typeof said === 'object' && said !== null && 'message' in said
      ? String(said.message)
      : '';
  } catch {
    return '';
  }
}
