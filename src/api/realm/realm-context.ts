import type { Context, Hono } from 'hono';
import type { z } from 'zod';
import type { ApiCaller, ApiSession } from '#domain/accounts/api-clients/api-caller.ts';
import { requireApiCaller } from '#domain/accounts/api-clients/require-api-caller.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { WireFault } from './responses.ts';
import type { Tokens } from './tokens.ts';

export type Env = { Variables: { requestId: string; address: string } };
export type Routes = Hono<Env>;
export type Call = Context<Env>;

/** What the routes of the app backend need. */
export interface RealmOptions {
  tokens: Tokens;
  /** The use cases' context of a request: whoever acts is known by a token, later. */
  ctxOf(c: Call): Ctx;
  /** Scheme and host by which a request's sender reaches us. */
  originOf(url: string): string;
}

/** The session of the request's access token. @throws Refusal `app-session-ended`. */
function readAccess({ tokens }: RealmOptions, c: Call): ApiSession {
  return known(tokens.readAccess(bearerOf(c)));
}

/** Who calls with an access token. @throws Refusal `app-session-ended`. */
export function callerByAccess(door: RealmOptions, c: Call, ctx: Ctx): Promise<ApiCaller> {
  return requireApiCaller(ctx, readAccess(door, c));
}

/** Who calls with a refresh token. @throws Refusal `app-session-ended`. */
export function callerByRefresh({ tokens }: RealmOptions, c: Call, ctx: Ctx): Promise<ApiCaller> {
  return requireApiCaller(ctx, known(tokens.readRefresh(bearerOf(c))));
}

/** The token that a request came with; empty for none. */
export function bearerOf(c: Call): string {
  return /^Bearer ([\w.-]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
}

function known(session: ApiSession | null): ApiSession {
  if (!session) throw new AppError('app-session-ended', { text: 'invalid session' });
  return session;
}

/** What a request sent, as `schema` reads it; nothing counts as `{}`. @throws WireFault `BadRequest`. */
export async function readBody<Schema extends z.ZodType>(c: Call, schema: Schema) {
  return readInput(parseJson((await c.req.text()) || '{}'), schema);
}

/** @throws WireFault `BadRequest` for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WireFault(400, 'BadRequest', 'the request is no JSON');
  }
}

/** @throws WireFault `BadRequest` with what is wrong. */
export function readInput<Schema extends z.ZodType>(input: unknown, schema: Schema) {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const place = issue?.path.length ? `${issue.path.join('.')}: ` : '';
  throw new WireFault(400, 'BadRequest', `${place}${issue?.message ?? 'cannot be read'}`);
}
