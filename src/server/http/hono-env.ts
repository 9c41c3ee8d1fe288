import type { HttpBindings } from '@hono/node-server';
import type { BodyBudget } from '#http-body/body-bytes-budget.ts';

/** What the application's middleware sets on each request. */
export type Env = {
  Bindings: HttpBindings;
  Variables: { requestId: string; address: string; bodies: BodyBudget; isGamesHost: boolean };
};
