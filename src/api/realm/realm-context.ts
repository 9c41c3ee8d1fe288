import type { Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { z } from 'zod';
import { requireKeyScope } from '#domain/accounts/api-clients/api-keys/key-scopes.ts';
import type { ApiCaller, ApiSession } from '#domain/accounts/api-clients/sessions/api-caller.ts';
import { requireApiCaller } from '#domain/accounts/api-clients/sessions/require-api-caller.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import { ApiError } from '../lib/api-error.ts';
import { realmApiPath, routeAccess } from './key-access.ts';
import type { Tokens } from './tokens.ts';

export type RealmEnv = { Variables: { requestId: string; address: string } };
export type RealmRoutes = Hono<RealmEnv>;
export type RealmContext = Context<RealmEnv>;

/** What the routes of the Realm API need. */
export interface RealmOptions {
  tokens: Tokens;
  /** The context of a request, without an actor: the actor is not known before the token is read. */
  createCtx(c: RealmContext): Ctx;
  /** The scheme and host by which clients reach this server. */
  getOrigin(url: string): string;
}

/**
 * The caller of an access token. @throws AppError `app-session-ended`; `api-key-scope` and `api-key-session` if its key does
 * not allow the route.
 */
export async function requireCallerByAccessToken(
  { tokens }: RealmOptions,
  c: RealmContext,
  ctx: Ctx,
): Promise<ApiCaller> {
  const session = requireSession(await tokens.readAccess(readBearerToken(c)));
  return requireCaller(c, ctx, session);
}

/** The caller of a refresh token. @throws AppError as `requireCallerByAccessToken`. */
export async function requireCallerByRefreshToken(
  { tokens }: RealmOptions,
  c: RealmContext,
  ctx: Ctx,
): Promise<ApiCaller> {
  const session = requireSession(await tokens.readRefresh(readBearerToken(c)));
  return requireCaller(c, ctx, session);
}

/** Every route gets its caller here, so no route is reached by a key that does not allow it. */
async function requireCaller(c: RealmContext, ctx: Ctx, session: ApiSession): Promise<ApiCaller> {
  const caller = await requireApiCaller(ctx, session);
  if (caller.keyScopes !== null) await requireRouteAccess(c, ctx, caller);
  return caller;
}

async function requireRouteAccess(c: RealmContext, ctx: Ctx, caller: ApiCaller): Promise<void> {
  const route = `${c.req.method} ${routePath(c).replace(realmApiPath, '')}`;
  const access = routeAccess[route];
  if (access === 'any key' || access === 'by function') return;
  if (access === undefined || access === 'no key' || access === 'no caller')
    throw new AppError('api-key-session');
  await requireKeyScope(ctx, caller, { scope: access, use: route });
}

/** The bearer token of a request; empty if the request has none. */
export function readBearerToken(c: RealmContext): string {
  return /^Bearer ([\w.-]+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
}

function requireSession(session: ApiSession | null): ApiSession {
  if (!session) throw new AppError('app-session-ended', { text: 'invalid session' });
  return session;
}

/**
 * Parses the JSON body of a request; an empty body counts as `{}`.
 * @throws ApiError `BadRequest` if the body is not JSON.
 * @throws AppError `bad-input` if it does not match the schema.
 */
export async function parseBody<Schema extends z.ZodType>(c: RealmContext, schema: Schema) {
  return parseInput(schema, parseJson((await c.req.text()) || '{}'));
}

/** @throws ApiError `BadRequest` if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'BadRequest', 'the request is no JSON');
  }
}
