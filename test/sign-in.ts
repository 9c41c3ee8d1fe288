import { startSession } from '#domain/accounts/start-session.ts';
import type { Ctx } from '#domain/context.ts';
import type { createWeb } from './web.ts';

type Web = ReturnType<typeof createWeb>;

/** A visitor of `web` that is logged in to the account `userId`, without typing a password. */
export async function signedIn(web: Web, userId: string) {
  const visitor = web.visit();
  const header = await startSession({ ...web.ctx, actor: null } satisfies Ctx, userId);
  visitor.cookie = header.split(';')[0]?.split('=').slice(1).join('=') ?? null;
  return visitor;
}
