import { type ReadSession, readSession } from '#domain/accounts/sessions/read-session.ts';
import { getSessionCookieName } from '#domain/accounts/sessions/session-cookie.ts';
import type { Services } from '#server/bootstrap/services.ts';
import { readCookie } from './pages/request-cookies.ts';

/** Reads the session of a request beside the pages. `address` is the client's IP address. */
export async function readRequestSession(
  { db, keys, clock, config }: Pick<Services, 'db' | 'keys' | 'clock' | 'config'>,
  request: Request,
  address: string,
): Promise<ReadSession> {
  const secure = (config.ORIGIN ?? request.url).startsWith('https:');
  const cookie = readCookie(request, getSessionCookieName(secure));
  if (cookie === null) return { actor: null };
  return readSession({ db, keys, now: clock.now(), secure, address }, cookie);
}
