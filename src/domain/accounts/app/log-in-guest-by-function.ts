import { Refusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import { createGuestAccount } from '../create-guest.ts';
import type { AppCaller } from './app-caller.ts';
import { startLoginId } from './start-login-id.ts';

/**
 * The function `loginGuestUser`: makes a guest's account and binds it to the caller's session.
 * @throws Refusal `already-registered` when somebody is logged in, `rate-limited` per address.
 */
export async function logInGuestByFunction(
  ctx: Ctx,
  caller: AppCaller | null,
): Promise<{ username: string; loginId: string }> {
  if (caller?.actor) throw new Refusal('already-registered');
  const { id, username } = await createGuestAccount(ctx);
  return { username, loginId: await startLoginId(ctx, { accountId: id }, caller) };
}
