import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { Ctx } from '#domain/context.ts';
import { deleteGameSave } from '#domain/game-library/saves/delete-game-save.ts';
import { getGameSave } from '#domain/game-library/saves/get-game-save.ts';
import { storeGameSave } from '#domain/game-library/saves/store-game-save.ts';
import { databaseUnavailable, isDatabaseUnavailable } from '#domain/lib/database-unavailable.ts';
import { getBodyProblemStatus, limitBody } from '#http-body/limit-body.ts';
import { createCtx } from '#server/bootstrap/create-services.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { gameSaveConstants } from '#shared/constants/game-library/game-saves.ts';
import { AppError, isAppError } from '#shared/errors/app-error.ts';
import { gameSaveInput } from '#shared/schemas/game-library/game-saves.ts';
import { parseInput } from '#shared/schemas/parse-input.ts';
import type { Env } from '../hono-env.ts';
import { answerInQueue } from '../pages/answer-in-queue.ts';
import { isFromOwnOrigin } from '../security/origin-check.ts';
import { readSessionOfRequest } from '../session-of-request.ts';

const path = '/play/:gameId/save';

type SaveEnv = Env & { Variables: { ctx: Ctx } };

type Answer = (
  ctx: Ctx,
  input: { gameId: number; revision: string | null },
  c: Context<SaveEnv>,
) => Promise<{ status: 200 | 409; body: object }>;

/**
 * The saves of games that are played on this site. The script of the page `/play/:gameId` calls them for the game in
 * its frame: the game itself reaches no address of the site. A save is a text of up to 1 MB, more than forms may have.
 */
export function createGameSaveRoutes(services: Services): Hono<SaveEnv> {
  const routes = new Hono<SaveEnv>();

  /** Refuses others before a body is received. */
  const requireSession: MiddlewareHandler<SaveEnv> = async (c, next) => {
    const request = c.req.raw;
    const address = c.get('address');
    const { origin } = new URL(services.config.ORIGIN ?? request.url);
    c.header('Cache-Control', 'private, no-store');
    if (!isFromOwnOrigin(request, origin)) return refuse(c, new AppError('foreign-origin'));
    const { actor, setCookie } = await readSessionOfRequest(services, request, address);
    if (setCookie) c.header('Set-Cookie', setCookie);
    if (!actor) return refuse(c, new AppError('login-required'));
    services.accounts.presence.markSeen(actor.id);
    const from = { id: c.get('requestId'), address, origin, userAgent: null };
    c.set('ctx', createCtx(services, from, actor));
    return next();
  };

  /** Answers in the queue of the account, as forms and pages do. */
  function answerWith(answer: Answer) {
    return async (c: Context<SaveEnv>): Promise<Response> => {
      const ctx = c.get('ctx');
      const { reads, actions } = services.fairQueues;
      const queue = c.req.method === 'GET' ? reads : actions;
      const caller = { actor: ctx.actor, request: ctx.request, account: undefined };
      try {
        const { player, ...input } = parseInput(gameSaveInput, {
          gameId: c.req.param('gameId'),
          player: c.req.query('player') ?? '',
          revision: c.req.query('revision') ?? null,
        });
        // Another account may have logged in since the page was loaded.
        if (player !== ctx.actor?.username) throw new AppError('game-save-account');
        return await answerInQueue(
          (work) => queue(caller, work),
          async () => {
            const { status, body } = await answer(ctx, input, c);
            return c.json(body, status);
          },
        );
      } catch (error) {
        if (isAppError(error)) return refuse(c, error);
        if (!isDatabaseUnavailable(error)) throw error;
        const { status, text: message } = databaseUnavailable;
        return c.json({ error: { code: 'unavailable', message } }, status);
      }
    };
  }

  const takeText = limitBody({
    bytesMax: gameSaveConstants.bytesMax,
    textOnly: true,
    onProblem(c, problem) {
      if (problem === 'large') return refuse(c, new AppError('game-save-bytes'));
      const error = { code: problem, message: 'The save has not arrived.' };
      return c.json({ error }, getBodyProblemStatus(problem));
    },
  });

  routes.get(
    path,
    requireSession,
    answerWith(async (ctx, { gameId }) => {
      const save = await getGameSave(ctx, { gameId });
      return { status: 200, body: save ?? { data: null, revision: null, savedAt: null } };
    }),
  );
  routes.put(
    path,
    requireSession,
    takeText,
    answerWith(async (ctx, { gameId, revision: known }, c) => {
      const data = await c.req.text();
      const { isConflict, revision } = await storeGameSave(ctx, { gameId, data, revision: known });
      return isConflict ? conflict(revision) : { status: 200, body: { revision } };
    }),
  );
  routes.delete(
    path,
    requireSession,
    answerWith(async (ctx, { gameId, revision }) => {
      const isDeleted = revision === null || (await deleteGameSave(ctx, { gameId, revision }));
      const left = isDeleted ? null : await getGameSave(ctx, { gameId });
      return left ? conflict(left.revision) : { status: 200, body: { revision: null } };
    }),
  );
  return routes;
}

function conflict(revision: string | null) {
  const error = { code: 'conflict', message: 'Something else was saved meanwhile.' };
  return { status: 409 as const, body: { error, revision } };
}

function refuse(c: Context, { code, message, status, details }: AppError): Response {
  const { retryAfterMs } = details;
  return c.json({ error: { code, message, retryAfterMs } }, status as 400);
}
