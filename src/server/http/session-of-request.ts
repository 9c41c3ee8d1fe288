import { type ReadSession, readSession } from '#domain/accounts/sessions/read-session.ts';
import type { Services } from '#server/bootstrap/services.ts';

/** Reads the session of a request. `address` is the client's IP address. */
export function readSessionOfRequest(
  services: Pick<Services, 'db' | 'keys' | 'clock' | 'config'>,
  request: Request,
  address: string,
): Promise<ReadSession> {
  const origin = services.config.ORIGIN ?? request.url;
  return readSession(services, { cookies: request.headers.get('Cookie'), origin, address });
}
