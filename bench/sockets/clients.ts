import { sql } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import type { Database } from '#database/client.ts';
import { createToken, hashToken, signToken } from '#domain/accounts/sessions/secret-token.ts';
import { getSessionCookieName } from '#domain/accounts/sessions/session-cookie.ts';
import type { Keys } from '#domain/secrets/keys.ts';
import { socketConstants } from '#shared/constants/server/sockets.ts';

/** A player with a session. The first and second of each pair are friends. */
export interface SocketUser {
  username: string;
  cookie: string;
}

/** Creates `count` players with sessions; each pair of consecutive players are friends. */
export async function createSocketUsers(
  db: Database,
  { count, keys }: { count: number; keys: Keys },
): Promise<SocketUser[]> {
  const people = Array.from({ length: count }, (_, index) => ({
    username: `talker${index}`,
    token: createToken(),
  }));
  const column = (values: readonly string[]) => sql.param(values);
  await db.execute(sql`
    with given as (
      select * from unnest(${column(people.map(({ username }) => username))}::text[],
        ${column(people.map(({ token }) => hashToken(token)))}::text[])
        with ordinality as given (name, token, place)
    ), made as (
      insert into users (username, display_username, email, registered_at)
      select name, name, name || '@example.com', now() from given
      returning id, username
    ), people as (
      select made.id, given.token, given.place from made join given on given.name = made.username
    ), rich as (
      insert into wallets (user_id) select id from people
    ), inside as (
      insert into sessions (token, user_id, expires_at)
      select token, id, now() + interval '30 days' from people
    )
    insert into friendships (low_id, high_id, since)
    select least(one.id, other.id), greatest(one.id, other.id), now()
    from people as one join people as other on other.place = one.place + 1
    where one.place % 2 = 1`);
  return people.map(({ username, token }) => ({
    username,
    cookie: `${getSessionCookieName(false)}=${signToken(keys, token)}`,
  }));
}

/** Opens a WebSocket connection with the session of `cookie`. It does not reconnect. */
export function connectSocket(origin: string, cookie: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = io(origin, {
      path: socketConstants.path,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { origin, cookie },
    });
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}

/** Joins the conversation of two friends. @throws Error when the server refuses. */
export async function joinConversation(socket: Socket, me: string, friend: string): Promise<void> {
  const answer = await socket.emitWithAck('join', { user1: me, user2: friend });
  if (!answer.ok) throw new Error(answer.error);
}
