import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './target.ts';

/** TCP connections that write a given text and read nothing. */
export class RawConnections {
  readonly #sockets: Socket[] = [];
  #ended = 0;

  /** Opens a connection and writes `text` as far as the server accepts it. */
  async open({ port }: Target, text: string): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    // A connection error means that the server closed the connection.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#ended += 1;
    });
    socket.pause();
    this.#sockets.push(socket);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    if (!socket.destroyed) socket.write(text);
    return socket;
  }

  /** Opens `count` connections, at most 100 at a time, which fit into the server's accept queue. */
  async openMany(target: Target, count: number, text: string): Promise<void> {
    for (let left = count; left > 0; left -= 100) {
      const batch = Array.from({ length: Math.min(left, 100) }, () => this.open(target, text));
      await Promise.all(batch);
    }
  }

  /**
   * Writes `more` to each connection repeatedly until the server has closed all of them, but no longer than
   * `timeoutMs`. A client that does not read notices a closed connection only when it writes.
   */
  async ended(more: string, timeoutMs = 10_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (this.#ended < this.#sockets.length && performance.now() < deadline) {
      for (const socket of this.#sockets) {
        if (!socket.destroyed && socket.writableLength === 0) socket.write(more);
      }
      await pause(100);
    }
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
