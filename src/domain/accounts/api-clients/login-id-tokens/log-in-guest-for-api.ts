import { createGuestAccount } from '#domain/accounts/registration/create-guest.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { ApiCaller } from '../sessions/api-caller.ts';
import { createLoginId } from './create-login-id.ts';

/**
 * The function `loginGuestUser`: creates a guest account and binds it to the caller's session.
 * @throws AppError `already-registered` when the caller acts as an account; `rate-limited` per IP address.
 */
export async function logInGuestForApi(
  ctx: Ctx,
  caller: ApiCaller | null,
): Promise<{ username: string; loginId: string }> {
  if (caller?.actor) throw new AppError('already-registered');
  const { id, username } = await createGuestAccount(ctx);
  return { username, loginId: await createLoginId(ctx, { accountId: id }, caller) };
}
