import { Hono } from 'hono';
import { z } from 'zod';
import { callFunction } from './functions/call-function.ts';
import { sharedResponse } from './functions/shared-response.ts';
import {
  type Call,
  callerByAccess,
  type Env,
  parseJson,
  type RealmOptions,
  type Routes,
  readBody,
  readInput,
} from './realm-context.ts';
import { WireFault } from './responses.ts';

const callInput = z.object({
  name: z.string(),
  arguments: z.array(z.unknown()).default([]),
  service: z.string().optional(),
});

const bytesOf = sharedResponse((list: unknown[]) => Buffer.from(JSON.stringify(list)));
/** So much of a list is handed on at a time. */
const chunkBytes = 64 * 1024;

/** Answers a list from bytes that all who are given the same list share, read or not. */
function listBody(c: Call, list: unknown[]): Response {
  const bytes = bytesOf(list);
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = bytes.subarray(sent, sent + chunkBytes);
      sent += chunk.length;
      controller.enqueue(chunk);
      if (sent >= bytes.length) controller.close();
    },
  });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) };
  return c.body(body, 200, headers);
}

/** Functions by name: as a call, and in the form that clients stream by. */
export function functionRoutes(door: RealmOptions): Routes {
  const routes = new Hono<Env>();

  async function call(c: Call, read: () => Promise<z.output<typeof callInput>>) {
    const ctx = door.ctxOf(c);
    const caller = await callerByAccess(door, c, ctx);
    const { name, arguments: args, service } = await read();
    if (service !== undefined) {
      // The hosted backend let clients query its database through it. Ours has no such door.
      throw new WireFault(404, 'ServiceNotFound', `service not found: '${service.slice(0, 40)}'`);
    }
    const answer = (await callFunction(ctx, { name, args, caller })) ?? null;
    return Array.isArray(answer) ? listBody(c, answer) : c.json(answer);
  }

  routes.post('/call', (c) => call(c, () => readBody(c, callInput)));
  routes.get('/call', (c) =>
    call(c, async () => {
      const sent = Buffer.from(c.req.query('baas_request') ?? '', 'base64').toString();
      return readInput(parseJson(sent), callInput);
    }),
  );

  return routes;
}
