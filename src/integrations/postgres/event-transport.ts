import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#domain/base-context.ts';
import type { EventTransport, TextReceiver } from '#domain/system/nodes/event-transport.ts';
import { nodeConstants } from '#shared/constants/server/nodes.ts';
import { withTimeout } from '#shared/lib/with-timeout.ts';
import { createEventBacklog, gapText } from '../lib/event-backlog.ts';

const channel = 'guildhall_events';
/** The most texts that one statement sends. */
const textsMax = 50;
/** How often the connection is tried. A connection that hangs reports no error by itself. */
const checkEveryMs = 10_000;
const answerMs = 5_000;
const [retryMinMs, retryMaxMs] = [100, 5_000];
/** After a connection that worked for less time, the next attempt waits longer. */
const stableMs = 30_000;

const notify = {
  name: 'notify-events',
  text: 'select pg_notify($1, sent.text) from unnest($2::text[]) as sent(text)',
};

interface Options {
  /** Opens a connection of its own to Postgres itself, not to a pooler. */
  connect: () => Promise<pg.Client>;
  log: Log;
}

/** Carries texts between nodes with LISTEN and NOTIFY of Postgres. One connection does both. */
export function createPostgresEventTransport({ connect, log }: Options): EventTransport {
  const backlog = createEventBacklog(nodeConstants.eventsWaitingBytes);
  let client: pg.Client | null = null;
  let receiver: TextReceiver | null = null;
  let sending: Promise<void> | null = null;
  let isConnecting = false;
  let isStopped = false;
  /** Whether events may be lost until the connection works. */
  let hasGap = false;
  let waitMs = retryMinMs;
  let connectedAt = 0;

  async function openClient(): Promise<void> {
    const opened = await connect();
    try {
      opened.on('notification', ({ payload }) => receive(payload ?? ''));
      // Nobody waits for the disk: an event that a crash of Postgres loses is a gap for all anyway.
      await execute(opened, `set synchronous_commit = off; listen ${channel}`);
    } catch (error) {
      await opened.end().catch(() => undefined);
      throw error;
    }
    if (isStopped) {
      await opened.end();
      return;
    }
    opened.on('end', () => loseClient(opened));
    opened.on('error', () => loseClient(opened));
    client = opened;
    connectedAt = performance.now();
    if (hasGap) {
      hasGap = false;
      log.info({}, 'the connection for events of other nodes works again');
      receiver?.onGap();
    }
    void flush();
  }

  function receive(text: string): void {
    if (text === gapText) receiver?.onGap();
    else receiver?.onText(text);
  }

  function loseClient(lost: pg.Client): void {
    if (client !== lost) return;
    client = null;
    hasGap = true;
    void lost.end().catch(() => undefined);
    if (isStopped) return;
    log.warn({}, 'the connection for events of other nodes broke');
    reconnect();
  }

  function reconnect(): void {
    if (isConnecting) return;
    isConnecting = true;
    void connectUntilStopped().finally(() => {
      isConnecting = false;
    });
  }

  async function connectUntilStopped(): Promise<void> {
    if (performance.now() - connectedAt > stableMs) waitMs = retryMinMs;
    while (!isStopped) {
      await pause(waitMs * (0.5 + Math.random()), undefined, { ref: false });
      waitMs = Math.min(waitMs * 2, retryMaxMs);
      try {
        if (!isStopped) await openClient();
        return;
      } catch (error) {
        log.warn({ err: error }, 'there is no connection for events of other nodes');
      }
    }
  }

  function flush(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    let rejectedMs = retryMinMs;
    while (client && !backlog.isEmpty()) {
      const current = client;
      const texts = backlog.takeDropped() ? [gapText] : backlog.peek(textsMax);
      try {
        await execute(current, { ...notify, values: [channel, texts] });
      } catch (error) {
        if (isRejected(error)) {
          // The connection works, but the queue of notifications is full. The texts are given up, and the
          // others get a gap instead when it works again.
          log.warn({ err: error }, 'Postgres rejected events for the other nodes');
          backlog.remove(texts);
          backlog.markDropped();
          if (isStopped) return;
          await pause(rejectedMs, undefined, { ref: false });
          rejectedMs = Math.min(rejectedMs * 2, retryMaxMs);
          continue;
        }
        // The answer may be lost, so texts can arrive twice. Events allow that.
        if (texts[0] === gapText) backlog.markDropped();
        loseClient(current);
        return;
      }
      backlog.remove(texts);
    }
  }

  async function check(): Promise<void> {
    const current = client;
    if (!current) return;
    try {
      await execute(current, 'select');
    } catch {
      loseClient(current);
    }
    await sendAll();
  }

  const checkTimer = setInterval(() => {
    // Texts that arrive meanwhile are sent afterwards: a client runs one statement at a time.
    sending ??= check().finally(() => {
      sending = null;
    });
  }, checkEveryMs);
  checkTimer.unref();

  return {
    async start(started) {
      receiver = started;
      try {
        await openClient();
      } catch (error) {
        log.warn({ err: error }, 'there is no connection for events of other nodes');
        hasGap = true;
        reconnect();
      }
    },
    send(texts) {
      backlog.add(texts);
      void flush();
    },
    async stop() {
      clearInterval(checkTimer);
      await Promise.race([flush(), pause(answerMs, undefined, { ref: false })]);
      isStopped = true;
      const last = client;
      client = null;
      await last?.end().catch(() => undefined);
    },
  };
}

/** Whether Postgres answered with an error that leaves the connection usable. */
function isRejected(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR';
}

/** Runs a statement whose rows nobody reads. An answer that takes too long is an error. */
function execute(client: pg.Client, statement: string | pg.QueryConfig): Promise<void> {
  const work = async () => {
    await client.query(statement);
  };
  return withTimeout(work(), { ms: answerMs, message: 'Postgres did not answer in time.' });
}
