import { requirePasswordSession } from '../accounts/api-clients/api-keys/list-api-keys.ts';
import type { ApiCaller } from '../accounts/api-clients/sessions/api-caller.ts';
import { requireFreshLogin } from '../accounts/api-clients/sessions/lock-caller-account.ts';
import { withoutLimits } from '../age-limits/limited-reads.ts';
import type { Ctx } from '../context.ts';
import { deleteAccount } from './delete-account.ts';

/**
 * Deletes the account of a caller of the Realm API. What it wrote to others stays under an anonymous name.
 * @throws AppError `app-account-needed`, `api-key-session`, `role-kept` for moderators and admins,
 * `fresh-login-required`, `app-session-ended` when the session has ended or the account is deleted or suspended.
 */
export async function deleteAccountOfApiCaller(ctx: Ctx, caller: ApiCaller): Promise<void> {
  await deleteAccount(withoutLimits(ctx), {
    accountId: requirePasswordSession(caller),
    removesTexts: false,
    requireAllowed: (tx) => requireFreshLogin(ctx, tx, caller),
  });
}
