import { on, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { inArray } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { users } from '#database/schema.ts';
import { chatConstants } from '#shared/constants/chat.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { createFriends } from '../crash/chat-client.ts';
import { withRunningDatabase } from '../crash/market-state.ts';
import { createConversation } from '../fixtures/conversation.ts';
import { measureDuring, useTarget } from './target.ts';

const target = useTarget();
/** Longer than one rate limit window of socket events. */
const attackMs = 2 * socketConstants.eventsWindowMs;

/** The cookie of a player, and the event that requests the 200 long messages of its conversation. */
let attacker: { cookie: string; missed: string };
beforeAll(async () => {
  attacker = await withRunningDatabase(target.dataDir, async (db) => {
    const [one, other] = await createFriends(db);
    const names = [one.username, other.username].map((name) => name.toLowerCase());
    const found = await db
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.username, names));
    const [a = '', b = ''] = found.map(({ id }) => id);
    const text = 'я'.repeat(chatConstants.textMax);
    const conversationId = await createConversation(db, [a, b], { count: 200, text });
    const missed = `["missed",${JSON.stringify({ conversationId, after: 0 })}]`;
    return { cookie: one.cookie, missed };
  });
});

/** Connects, requests messages as often as allowed and reads nothing, until the server disconnects it. */
async function attackByWebSocket(isOver: () => boolean): Promise<void> {
  const url = `${target.origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const raw = new WebSocket(url, { headers: { Cookie: attacker.cookie } });
  raw.on('error', () => undefined);
  await Promise.race([once(raw, 'open'), once(raw, 'close')]);
  if (raw.readyState === WebSocket.OPEN) raw.send('40');
  const connected = async () => {
    for await (const [data] of on(raw, 'message', { close: ['close'] })) {
      if (String(data).startsWith('40')) return;
    }
  };
  await connected();
  raw.pause();
  for (let id = 0; raw.readyState === WebSocket.OPEN && !isOver(); id += 1) {
    raw.send(`42${id}${attacker.missed}`);
    if (id % socketConstants.eventsPerWindow === 0) await pause(100);
  }
  raw.terminate();
}

/** The same by polling: it posts events and never polls for the answers. */
async function attackByPolling(isOver: () => boolean): Promise<void> {
  const base = `${target.origin}/socket.io/?EIO=4&transport=polling`;
  const headers = { Cookie: attacker.cookie };
  const opened = await fetch(base, { headers });
  if (opened.status !== 200) return;
  const { sid } = JSON.parse((await opened.text()).slice(1));
  const post = async (body: string) =>
    (await fetch(`${base}&sid=${sid}`, { method: 'POST', headers, body })).status;
  const events = Array.from({ length: 100 }, (_, id) => `42${id}${attacker.missed}`).join('\u001e');
  for (let status = await post('40'); status === 200 && !isOver(); ) status = await post(events);
}

it.each([
  ['websockets', attackByWebSocket],
  ['polling clients', attackByPolling],
])('19 %s of one account that never read the answers do not stop the server', async (_, attack) => {
  const outcome = await measureDuring(target, async () => {
    const end = performance.now() + attackMs;
    const isOver = () => performance.now() > end;
    await Promise.all(
      Array.from({ length: 19 }, async () => {
        while (!isOver()) {
          await attack(isOver).catch(() => undefined);
          await pause(50);
        }
      }),
    );
  });
  expect(outcome.unanswered).toEqual([]);
  expect(outcome.grownMb).toBeLessThan(100);
});
