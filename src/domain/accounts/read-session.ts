import type { Database } from '#db/client.ts';
import type { Actor } from '../context.ts';

interface SessionRead {
  db: Database;
  secret: string;
  now: Date;
}

/** The account of a session cookie's value, or null. */
export async function readSession(_read: SessionRead, _cookie: string): Promise<Actor | null> {
  return null;
}
