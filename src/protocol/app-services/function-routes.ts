import { Hono } from 'hono';
import { z } from 'zod';
import { WireFault } from './answers.ts';
import {
  type Call,
  callerByAccess,
  type Door,
  type Env,
  parseJson,
  type Routes,
  readBody,
  readInput,
} from './door.ts';
import { callFunction } from './functions/call-function.ts';

const callInput = z.object({
  name: z.string(),
  arguments: z.array(z.unknown()).default([]),
  service: z.string().optional(),
});

/** Functions by name: as a call, and in the form that clients stream by. */
export function functionRoutes(door: Door): Routes {
  const routes = new Hono<Env>();

  async function call(c: Call, read: () => Promise<z.output<typeof callInput>>) {
    const ctx = door.ctxOf(c);
    const caller = await callerByAccess(door, c, ctx);
    const { name, arguments: args, service } = await read();
    if (service !== undefined) {
      // The hosted backend let clients query its database through it. Ours has no such door.
      throw new WireFault(404, 'ServiceNotFound', `service not found: '${service.slice(0, 40)}'`);
    }
    return c.json((await callFunction(ctx, { name, args, caller })) ?? null);
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
