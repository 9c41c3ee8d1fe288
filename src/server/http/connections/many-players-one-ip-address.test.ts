import { once } from 'node:events';
import { Agent, get, type IncomingMessage, request, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { connectionConstants } from '#shared/constants/server/http-requests.ts';
import { useDatabase } from '#test/fixtures/database.ts';
import { useSocketServer } from '#test/fixtures/sockets.ts';
import { limitConnections } from './limit-connections.ts';

const database = useDatabase();
const startSockets = useSocketServer(database);
const agents: Agent[] = [];
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy();
});

const players = 300;
/** The players who read pages while all connections are open. */
const readers = 20;
/** A browser opens so many connections to a server, sockets not counted. */
const connectionsOfBrowser = 6;

type Headers = Record<string, string>;

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

async function read(url: string, agent: Agent, headers: Headers): Promise<string> {
  const [response] = (await once(get(url, { agent, headers }), 'response')) as [IncomingMessage];
  expect([url, response.statusCode]).toEqual([url, 200]);
  return text(response);
}

async function send(url: string, agent: Agent, headers: Headers, body: string): Promise<number> {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...type } });
  // In two chunks, so that the bodies of all players arrive at the same time.
  sent.write(body.slice(0, 100));
  await new Promise((resolve) => setImmediate(resolve));
  sent.end(body.slice(100));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await text(response);
  return response.statusCode ?? 0;
}

it('300 players behind one IP address can use their connections, sockets, pages and forms', async () => {
  const { server, origin, createWebPlayer } = await startSockets();
  // All of them stay open until the end.
  server.keepAliveTimeout = 120_000;
  limitConnections(server, { behindProxy: false, limits: connectionConstants });
  const people = await Promise.all(Array.from({ length: players }, () => createWebPlayer()));

  const sockets = await Promise.all(people.map(({ open }) => open()));
  const browsers = people.map(({ actor, headers }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: connectionsOfBrowser });
    agents.push(agent);
    return { actor, headers, agent };
  });
  // Pages are expensive to make, so the connections are opened by small files, and a few players read pages on
  // theirs. In groups that fit into the queue of connections that are not accepted yet.
  const files = ['/art/favicon.svg', '/robots.txt', '/manifest.webmanifest'];
  for (let first = 0; first < players; first += 50) {
    await Promise.all(
      browsers
        .slice(first, first + 50)
        .flatMap(({ headers, agent }) =>
          [...files, ...files].map((path) => read(origin + path, agent, headers)),
        ),
    );
  }
  await Promise.all(
    browsers.slice(-readers).map(async ({ actor, headers, agent }) => {
      const [page] = await Promise.all(
        ['/profile', '/about.data'].map((path) => read(origin + path, agent, headers)),
      );
      expect(page).toContain(actor.username);
    }),
  );
  expect(await countConnections(server)).toBe(players * (1 + connectionsOfBrowser));
  const form = new URLSearchParams({ text: 'x'.repeat(20_000) }).toString();
  const statuses = await Promise.all(
    browsers.map(({ headers, agent }) => send(`${origin}/logout`, agent, headers, form)),
  );
  expect(new Set(statuses)).toEqual(new Set([302]));
  expect(sockets).toHaveLength(players);
});
