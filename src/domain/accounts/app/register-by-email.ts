import type { RegisterByEmailInput } from '#shared/inputs/accounts.ts';
import { registerInput } from '#shared/inputs/accounts.ts';
import { username as limits } from '#shared/limits.ts';
import { isRefusal } from '#shared/refusals.ts';
import type { Ctx } from '../../context.ts';
import { register } from '../register.ts';

/** A name of six digits at the end is free sooner or later; how often one is tried. */
const tries = 4;

/**
 * Registers an account by its address alone, as the clients of the app backend do. Its username is made
 * of the part before the @, with digits after it where that is no username, reserved or taken.
 * @throws Refusal as `register`: `email-taken` only where no mail can be sent, `rate-limited`.
 */
export async function registerByEmail(ctx: Ctx, input: RegisterByEmailInput): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const parsed = registerInput.safeParse({ ...input, username: nameFor(ctx, input, attempt) });
    // What is reserved gets digits.
    if (!parsed.success && attempt < tries) continue;
    try {
      await register({ ...ctx, actor: null }, registerInput.parse(parsed.data));
      return;
    } catch (error) {
      if (!isRefusal(error) || error.code !== 'username-taken' || attempt >= tries) throw error;
    }
  }
}

function nameFor({ random }: Ctx, { email }: RegisterByEmailInput, attempt: number): string {
  const local = email.slice(0, email.lastIndexOf('@'));
  const plain = local.replaceAll(/[^a-z0-9_-]+/gi, '_').replace(/^[_-]+/, '');
  if (attempt === 0 && plain.length >= limits.min) return plain.slice(0, limits.max);
  const digits = String(random.integer(1_000_000)).padStart(6, '0');
  const stem = /^guest-/i.test(plain) ? 'player' : plain || 'player';
  return stem.slice(0, limits.max - digits.length) + digits;
}
