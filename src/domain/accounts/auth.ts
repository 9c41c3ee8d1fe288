import { drizzleAdapter } from '@better-auth/drizzle-adapter';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import type { Database } from '#db/client.ts';
import { accounts, sessions, users, verifications } from '#db/schema.ts';
import { session } from '#shared/limits.ts';
import type { Clock, Ctx } from '../context.ts';
import { withHashedSessionTokens } from './hashed-session-tokens.ts';
import { createToken } from './secret-token.ts';

type Parts = Pick<Ctx, 'db' | 'secret' | 'clock'>;

/** The library over one database. Nothing of it is reachable from outside: it has no route. */
function createAuth({ db, secret, clock }: Parts) {
  const adapter = drizzleAdapter(db, {
    provider: 'pg',
    schema: { user: users, account: accounts, session: sessions, verification: verifications },
    transaction: true,
  });
  return betterAuth({
    secret,
    // Only its own routes and links would use it, and none is mounted.
    baseURL: 'http://localhost',
    database: (options: BetterAuthOptions) => withHashedSessionTokens(adapter(options)),
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
    },
    user: { fields: { image: 'profilePic' } },
    session: { expiresIn: session.lifetimeMs / 1000 },
    databaseHooks: {
      session: {
        create: {
          // Its own token has 190 bits, and its clock is not ours.
          before: async () => ({
            data: {
              token: createToken(),
              expiresAt: new Date(clock.now().getTime() + session.lifetimeMs),
              createdAt: clock.now(),
              updatedAt: clock.now(),
            },
          }),
        },
      },
    },
  });
}

type Auth = ReturnType<typeof createAuth>;

const made = new WeakMap<Database, { clock: Clock; auth: Auth }>();

/** The library for `parts`: one per database, so that a request does not pay for making it. */
export function authFor(parts: Parts): Auth {
  const known = made.get(parts.db);
  if (known && known.clock === parts.clock) return known.auth;
  const auth = createAuth(parts);
  made.set(parts.db, { clock: parts.clock, auth });
  return auth;
}
