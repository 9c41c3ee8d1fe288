import { type ServerOptions, WebSocket, WebSocketServer } from 'ws';
import { socketConstants } from '#shared/constants/sockets.ts';
import { countInWindow } from './count-in-window.ts';

/** Control frames of one connection per window; browsers send none of their own. */
const controlFramesMax = 100;

/**
 * A WebSocket whose client cannot fill memory by pings alone: a ping is answered only when all earlier
 * output is sent, which RFC 6455 (5.5.3) permits, and a flood of them ends the connection.
 */
class BoundedWebSocket extends WebSocket {
  constructor(...args: ConstructorParameters<typeof WebSocket>) {
    super(...args);
    const count = countInWindow(socketConstants.eventsWindowMs);
    const isFlood = () => count() > controlFramesMax;
    this.on('ping', (data) => {
      if (isFlood()) this.terminate();
      else if (this.readyState === WebSocket.OPEN && this.bufferedAmount === 0) this.pong(data);
    });
    this.on('pong', () => {
      if (isFlood()) this.terminate();
    });
  }
}

/** The WebSocket server of the socket door. */
export class BoundedWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, autoPong: false, WebSocket: BoundedWebSocket as typeof WebSocket });
  }
}
