import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Target } from './target.ts';

/** Connections that write what they are given and read nothing. */
export class RawConnections {
  readonly #sockets: Socket[] = [];
  #ended = 0;

  /** Opens one and writes `text` to it as far as the server takes it. */
  async open({ port }: Target, text: string): Promise<Socket> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    // An error of a connection is its end: the server cut it.
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

  /** Opens `count`, as many at a time as fit into a server's queue of new connections. */
  async openMany(target: Target, count: number, text: string): Promise<void> {
    for (let left = count; left > 0; left -= 100) {
      const batch = Array.from({ length: Math.min(left, 100) }, () => this.open(target, text));
      await Promise.all(batch);
    }
  }

  /**
   * Writes `more` to each of them again and again until the server has ended them all, but no longer than
   * `holdMs`: who does not read learns of the end only by writing.
   */
  async ended(more: string, holdMs = 10_000): Promise<void> {
    const deadline = performance.now() + holdMs;
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
