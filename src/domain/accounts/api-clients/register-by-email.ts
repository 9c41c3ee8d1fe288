import type { Ctx } from '#domain/context.ts';
import { isAppError } from '#shared/errors/app-error.ts';
import type { RegisterByEmailInput } from '#shared/schemas/accounts.ts';
import { randomNameSuffix } from '../registration/random-name-suffix.ts';
import { register } from '../registration/register.ts';

/** A drawn name is taken now and then; five in a row are not chance. */
const tries = 5;

/**
 * Registers an account by its address alone, as the clients of the app backend do. Its username, which
 * everybody sees, is `player` and six characters: nothing of the address, which is its owner's to tell.
 * @throws Refusal as `register`: `email-taken` only where no mail can be sent, `rate-limited`.
 */
export async function registerByEmail(ctx: Ctx, input: RegisterByEmailInput): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const username = `player${randomNameSuffix(ctx)}`;
      await register({ ...ctx, actor: null }, { ...input, username });
      return;
    } catch (error) {
      if (!isAppError(error) || error.code !== 'username-taken' || attempt === tries) throw error;
    }
  }
}
