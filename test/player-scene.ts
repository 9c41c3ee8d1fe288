import type { Database } from '#db/client.ts';
import { createPlayer } from './factories.ts';
import { signedIn } from './sign-in.ts';
import { createWeb } from './web.ts';

/** The application with somebody logged in: as a browser, as an actor and as a context. */
export async function playerScene(
  db: Database,
  { balance = 50_00, role }: { balance?: number; role?: 'guest' } = {},
) {
  const web = createWeb(db);
  const actor = await createPlayer(db, { balance, role });
  const player = await signedIn(web, actor.id);
  return { web, actor, player, ctx: { ...web.ctx, actor } };
}
