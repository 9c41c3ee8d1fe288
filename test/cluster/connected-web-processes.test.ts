import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodes, users } from '#database/schema.ts';
import { rateLimits } from '#shared/constants/server/rate-limits.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import type { ChatMessage } from '#shared/schemas/socket-events.ts';
import { createFriends } from '#test/crash/chat-client.ts';
import { cleanUp, type Guildhall, startGuildhall } from '#test/crash/guildhall-process.ts';
import { withRunningDatabase } from '#test/crash/market-state.ts';
import { makePreparedDataDir } from '#test/crash/prepared-data-dir.ts';

const webProcesses = 3;
let dataDir: string;
let guildhall: Guildhall;

beforeAll(async () => {
  dataDir = await makePreparedDataDir();
  guildhall = await startGuildhall(dataDir, { WEB_PROCESSES: String(webProcesses) });
});
afterAll(() => cleanUp(dataDir));

/** Opens a socket of a player on each web process. */
async function openOnEach(cookie: string): Promise<Socket[]> {
  const byOwner = new Map<string, Socket>();
  while (byOwner.size < webProcesses) {
    const socket = io(guildhall.origin, {
      path: socketConstants.path,
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
      extraHeaders: { origin: guildhall.origin, cookie },
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    const owner = socket.io.engine.id?.split('.')[0] ?? '';
    if (byOwner.has(owner)) socket.disconnect();
    else byOwner.set(owner, socket);
  }
  return [...byOwner.values()];
}

test('players on different web processes get messages once and in order, and a logout ends all sockets', async () => {
  const [ada, bob] = await withRunningDatabase(dataDir, async (db) => {
    expect(await db.$count(nodes)).toBe(webProcesses);
    return createFriends(db);
  });
  const [adas, bobs] = [await openOnEach(ada.cookie), await openOnEach(bob.cookie)];
  const shown = bobs.map((socket) => {
    const received: number[] = [];
    const texts: string[] = [];
    socket.on('message', ({ number, text }: ChatMessage) => {
      received.push(number);
      texts.push(text);
    });
    return { received, texts };
  });
  const pair = { user1: ada.username, user2: bob.username };
  const joined = await Promise.all(
    [...adas, ...bobs].map((socket) => socket.timeout(10_000).emitWithAck('join', pair)),
  );
  const conversationId = joined[0].conversationId;
  const count = 6;
  for (let index = 0; index < count; index += 1) {
    const message = { conversationId, id: randomUUID(), text: `${index}` };
    const sender = adas[index % webProcesses];
    expect(await sender?.timeout(10_000).emitWithAck('message', message)).toMatchObject({
      ok: true,
    });
  }
  // A client that does not wait for answers: the order of sending counts.
  const burst = Array.from({ length: 4 }, (_, index) => `n${index}`);
  for (const text of burst) adas[0]?.emit('message', { conversationId, text });
  const numbers = Array.from({ length: count + burst.length }, (_, index) => index + 1);
  for (const { received, texts } of shown) {
    await expect.poll(() => received).toEqual(numbers);
    expect(texts.slice(count)).toEqual(burst);
  }

  const response = await fetch(`${guildhall.origin}/logout`, {
    method: 'POST',
    headers: { Origin: guildhall.origin, Cookie: ada.cookie },
    redirect: 'manual',
  });
  expect(response.status).toBe(302);
  // Without an event, the check of sessions every 30 seconds would close them.
  await expect.poll(() => adas.some(({ connected }) => connected)).toBe(false);
  expect(bobs.every(({ connected }) => connected)).toBe(true);
  for (const socket of bobs) socket.disconnect();
});

test('a rate limit counts over all web processes', async () => {
  const { points } = rateLimits['login-by-account-and-address'];
  const statuses: number[] = [];
  while (statuses.length < points + webProcesses) {
    // Each has a connection of its own, and the connections are given to the processes in turn.
    const responses = await Promise.all(
      Array.from({ length: webProcesses }, () =>
        fetch(`${guildhall.origin}/login`, {
          method: 'POST',
          headers: { Origin: guildhall.origin },
          body: new URLSearchParams({ username: 'nobody', password: 'a wrong password' }),
        }),
      ),
    );
    statuses.push(...responses.map(({ status }) => status));
  }
  expect(statuses.filter((status) => status !== 429)).toHaveLength(points);
});

/** Sends the same request to the processes in turn: each has a connection of its own. */
async function readFromEach(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const responses = await Promise.all(
    Array.from({ length: webProcesses * 2 }, () => fetch(guildhall.origin + path, { headers })),
  );
  return Promise.all(responses.map((response) => response.text()));
}

async function sendForm(path: string, cookie: string, fields: Record<string, string>) {
  const response = await fetch(guildhall.origin + path, {
    method: 'POST',
    headers: { Origin: guildhall.origin, Cookie: cookie, Accept: 'text/html' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, location: response.headers.get('Location') ?? '' };
}

test('what a moderator hides, restores and filters holds on all web processes', async () => {
  const [author, moderator] = await withRunningDatabase(dataDir, async (db) => {
    const [one, other] = await createFriends(db);
    await db.update(users).set({ role: 'admin' }).where(eq(users.displayUsername, other.username));
    return [one, other];
  });
  const word = `zz${randomUUID().replace(/[\d-]/g, 'q')}`;
  const write = (title: string) =>
    sendForm('/community/discussion/create-discussion', author.cookie, {
      ...{ title, content: 'What do you think?', key: randomUUID() },
    });
  const { location } = await write(word);
  const list = '/community/discussion';
  const shown = async () => (await readFromEach(list)).map((html) => html.includes(word));
  const each = (is: boolean) => Array.from({ length: webProcesses * 2 }, () => is);
  await expect.poll(shown).toEqual(each(true));

  const hide = `/moderation/hide?kind=discussion&thing=${location.split('/').at(-1)}`;
  const reason = 'Against the rules.';
  expect((await sendForm(hide, moderator.cookie, { intent: 'hide', reason })).status).toBe(200);
  await expect.poll(shown).toEqual(each(false));
  const pages = await readFromEach(location);
  expect(pages.filter((html) => html.includes('What do you think?'))).toEqual([]);

  const [html = ''] = await readFromEach(hide, { Cookie: moderator.cookie });
  const actId = /name="actId" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const restored = await sendForm(hide, moderator.cookie, { intent: 'restore', reason, actId });
  expect(restored.status).toBe(200);
  await expect.poll(shown).toEqual(each(true));

  await sendForm('/moderation/filters', moderator.cookie, {
    ...{ intent: 'add', kind: 'word', pattern: word, act: 'refuse' },
  });
  await expect
    .poll(async () => {
      const answers = await Promise.all(
        Array.from({ length: webProcesses }, () => write(`Again ${word}`)),
      );
      return answers.map(({ status }) => status);
    })
    .toEqual(Array.from({ length: webProcesses }, () => 400));
});
