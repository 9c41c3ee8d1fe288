import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import type { Actor } from '#domain/actor.ts';
import { createDiscussion } from '#domain/discussions/create-discussion.ts';
import { deleteDiscussion } from '#domain/discussions/delete-discussion.ts';
import { listDiscussionsWithComments } from '#domain/discussions/lists/list-discussions-with-comments.ts';
import { createCtx, createServices } from '#server/bootstrap/create-services.ts';
import { readConfig } from '#server/config/config.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { createPlayer } from '#test/fixtures/factories.ts';
import { createApp } from '../app.ts';

const database = useDatabase({ max: 5 });
/** All nodes encrypt with one key. */
const secret = 'a secret that both nodes of the test have';
const stops: (() => Promise<void>)[] = [];
/** Nothing in a cache becomes too old by itself. */
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const stop of stops.splice(0)) await stop();
});

/** A node with pages, in this process and on the database of the test. */
async function startNode() {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'guildhall-node-'));
  const services = await createServices(
    readConfig({ DATA_DIR, GUILDHALL_SECRET: secret }),
    database.db,
    pino({ level: 'silent' }),
    { banner: null, shareImage: null },
    { direct: { ...inject('postgres'), database: database.name }, servesRequests: true },
  );
  stops.push(async () => {
    await services.events.stop();
    await rm(DATA_DIR, { recursive: true });
  });
  const app = createApp(services, { clientDirectory: './build/client', ready: () => true });
  const facts = { id: 'test', address: '192.0.2.1', origin: '', userAgent: null };
  return {
    as: (actor: Actor | null) => createCtx(services, facts, actor),
    get: async (url: string) => app.fetch(new Request(`http://localhost:3000${url}`)),
  };
}

async function startDiscussion(ctx: ReturnType<typeof createCtx>): Promise<string> {
  const form = { content: 'Text', game: '', tags: ['Help' as const], isPrivate: false };
  const { id } = await createDiscussion(ctx, { ...form, title: 'A rare card', key: randomUUID() });
  return id;
}

test('a discussion that is deleted on one node disappears from the cached pages of the others', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const author = one.as(await createPlayer(database.db));
  const discussionId = await startDiscussion(author);
  const urls = [`/community/discussions/${discussionId}`, '/community/discussion'];
  for (const node of [one, two]) {
    for (const url of urls) expect(await (await node.get(url)).text()).toContain('A rare card');
  }
  await deleteDiscussion(author, { discussionId });
  for (const url of urls) {
    expect(await (await one.get(url)).text()).not.toContain('A rare card');
    await expect.poll(async () => (await two.get(url)).text()).not.toContain('A rare card');
  }
});

test('a list that one node has cleared is read again by the others', async () => {
  const [one, two] = [await startNode(), await startNode()];
  const [here, there] = [one.as(await createPlayer(database.db)), two.as(null)];
  const count = async () => (await listDiscussionsWithComments(there)).length;
  const before = await count();
  await startDiscussion(here);
  expect(await count()).toBe(before);
  listDiscussionsWithComments.clear(here);
  await expect.poll(count).toBe(before + 1);
});
