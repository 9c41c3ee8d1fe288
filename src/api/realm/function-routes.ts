import { Hono } from 'hono';
import { z } from 'zod';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { ApiError } from '../lib/api-error.ts';
import { callFunction } from './functions/call-function.ts';
import { memoizeResponse } from './functions/memoize-response.ts';
import {
  parseBody,
  parseJson,
  type RealmContext,
  type RealmEnv,
  type RealmOptions,
  type RealmRoutes,
  requireCallerByAccessToken,
} from './realm-context.ts';

const callInput = z.object({
  name: z.string(),
  arguments: z.array(z.unknown()).default([]),
  service: z.string().optional(),
});

const toJsonBytes = memoizeResponse((list: unknown[]) => Buffer.from(JSON.stringify(list)));
/** How many bytes of a list are sent at a time. */
const chunkBytes = 64 * 1024;

/** Streams a list as JSON. All responses with the same list share its bytes. */
function createListResponse(c: RealmContext, list: unknown[]): Response {
  const bytes = toJsonBytes(list);
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

/** Routes that call functions by name: by POST, and by GET as streaming clients do. */
export function createFunctionRoutes(options: RealmOptions): RealmRoutes {
  const routes = new Hono<RealmEnv>();

  async function call(c: RealmContext, parse: () => Promise<z.output<typeof callInput>>) {
    const ctx = options.createCtx(c);
    const caller = await requireCallerByAccessToken(options, c, ctx);
    const { name, arguments: args, service } = await parse();
    if (service !== undefined) {
      // On the hosted service, clients can query databases through services. This API has no services.
      throw new ApiError(404, 'ServiceNotFound', `service not found: '${service.slice(0, 40)}'`);
    }
    const result = (await callFunction(ctx, { name, args, caller })) ?? null;
    return Array.isArray(result) ? createListResponse(c, result) : c.json(result);
  }

  routes.post('/call', (c) => call(c, () => parseBody(c, callInput)));
  routes.get('/call', (c) =>
    call(c, async () => {
      const json = Buffer.from(c.req.query('baas_request') ?? '', 'base64').toString();
      return parseInput(callInput, parseJson(json));
    }),
  );

  return routes;
}
