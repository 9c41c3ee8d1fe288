import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { createWindowCounter } from './window-counter.ts';

/** Control frames of one connection per window. Browsers send none by themselves. */
const controlFramesMax = 100;

/**
 * A WebSocket whose client cannot fill memory with pings. A ping is answered only when all earlier output
 * is sent, which RFC 6455 (5.5.3) permits. A flood of pings ends the connection.
 */
class BoundedWebSocket extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    const count = createWindowCounter(socketConstants.eventsWindowMs);
    const isFlood = () => count().count > controlFramesMax;
    this.on('ping', (data) => {
      if (isFlood()) this.terminate();
      else if (this.readyState === WebSocket.OPEN && this.bufferedAmount === 0) this.pong(data);
    });
    this.on('pong', () => {
      if (isFlood()) this.terminate();
    });
  }
}

/** The WebSocket server for socket.io. */
export class BoundedWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false, WebSocket: BoundedWebSocket as typeof WebSocket });
  }
}
