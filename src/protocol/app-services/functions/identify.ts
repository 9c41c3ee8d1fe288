import { usernameKey } from '#domain/accounts/by-username.ts';
import type { Actor, Ctx } from '#domain/context.ts';
import { Refusal } from '#shared/refusals.ts';
import type { AppCaller, FunctionRow } from './define.ts';
import type { ReadArguments } from './read-arguments.ts';

/**
 * Who acts: whoever the loginId stands for, else the player bound to the session of the token. Arguments
 * that name who acts prove nothing, and are refused when they name somebody else.
 * @throws Refusal `login-required`, `not-yourself`.
 */
export async function identify(
  _parts: Pick<Ctx, 'db' | 'clock'>,
  row: FunctionRow,
  { actors, loginId }: ReadArguments,
  caller: AppCaller,
): Promise<Actor | null> {
  const actor = loginId === null ? caller.actor : null;
  if (row.callers === 'anybody' && loginId === null) return actor;
  if (!actor) throw new Refusal('login-required');
  const own = usernameKey(actor.username);
  if (actors.some((name) => usernameKey(name) !== own)) throw new Refusal('not-yourself');
  return actor;
}
