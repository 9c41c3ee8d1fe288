import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { useRealmApp } from '#test/conformance/realm-app.ts';
import { useDatabase } from '#test/fixtures/database.ts';

const database = useDatabase();
const startApp = useRealmApp(database);
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => agent.destroy());

/** Sends a login with a body of more than `bytes` bytes. All calls use one connection. */
async function send(origin: string, bytes: number, headers: Record<string, string> = {}) {
  const url = `${origin}/api/client/v2.0/app/guild-abcde/auth/providers/anon-user/login`;
  const sent = request(url, { method: 'POST', agent, headers });
  const text = JSON.stringify({ words: 'x'.repeat(bytes) });
  const half = text.length / 2;
  sent.write(text.slice(0, half));
  sent.end(text.slice(half));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const body = (await json(response)) as { error_code?: string; access_token?: string };
  return { status: response.statusCode, body, reused: sent.reusedSocket };
}

test('a body that is too large is rejected after it arrived, and the connection stays usable', async () => {
  const { origin } = await startApp();
  const tooLarge = { status: 413, body: { error_code: 'RequestTooLarge' } };
  const announced = (bytes: number) => ({
    'Content-Length': String(JSON.stringify({ words: '' }).length + bytes),
  });
  expect(await send(origin, 1_000)).toMatchObject({ status: 200 });
  for (let times = 0; times < 3; times += 1) {
    const large = await send(origin, 900_000, announced(900_000));
    expect(large).toMatchObject({ ...tooLarge, reused: true });
    expect(await send(origin, 900_000)).toMatchObject({ ...tooLarge, reused: true });
    const small = await send(origin, 100_000);
    expect(small).toMatchObject({ status: 200, reused: true });
    expect(small.body.access_token).toEqual(expect.any(String));
  }
});
