import { eq } from 'drizzle-orm';
import type { Queryable } from '#database/client.ts';
import { users } from '#database/schema.ts';
import type { Ctx } from '#domain/context.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { getSiteSettingsOrDefaults } from '../../site/read-site-settings.ts';
import { isCommonPassword } from './common-password.ts';
import type { HashCaller } from './password-hasher.ts';

/** Whose new password it is. */
interface PasswordOwner {
  username: string;
  email: string;
  /** The name that the site is getting. */
  siteName?: string;
}

/**
 * Hashes a new password. It is hashed in the normal form NFC, because keyboards write the same letter as one
 * character or as two.
 * @throws AppError `common-password`, `personal-password`; `rate-limited` as `PasswordHasher`.
 */
export async function hashNewPassword(
  ctx: Ctx,
  password: string,
  owner: PasswordOwner,
  account: string,
): Promise<string> {
  await requireGoodPassword(ctx, password, owner);
  const normal = password.normalize('NFC');
  return ctx.accounts.hasher.hash(normal, { address: ctx.request.address, account });
}

/** Rejects a new password that is easy to guess. @throws AppError `common-password`, `personal-password`. */
export async function requireGoodPassword(
  ctx: Ctx,
  password: string,
  owner: PasswordOwner,
): Promise<void> {
  const normal = password.normalize('NFC');
  if (isCommonPassword(normal)) throw createError('common-password');
  const { name } = await getSiteSettingsOrDefaults(ctx);
  const personal = [owner.username, owner.email, owner.siteName ?? name].map(fold);
  if (personal.includes(fold(normal))) throw createError('personal-password');
}

/** The owner of the account, as `hashNewPassword` needs it. */
export async function readPasswordOwner(db: Queryable, userId: string): Promise<PasswordOwner> {
  const columns = { username: users.username, email: users.email };
  const [owner] = await db.select(columns).from(users).where(eq(users.id, userId));
  return owner ?? { username: '', email: '' };
}

/**
 * Whether a typed password belongs to a stored hash. Hashes of earlier versions are of the text as it was typed.
 * @throws AppError `rate-limited` as `PasswordHasher`.
 */
export async function matchesPassword(
  { accounts: { hasher } }: Pick<Ctx, 'accounts'>,
  hash: string,
  password: string,
  caller: HashCaller,
): Promise<boolean> {
  const normal = password.normalize('NFC');
  if (await hasher.verify(hash, normal, caller)) return true;
  return normal !== password && hasher.verify(hash, password, caller);
}

function fold(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

function createError(code: 'common-password' | 'personal-password'): AppError {
  const { message } = new AppError(code);
  return new AppError(code, { fields: { password: message } });
}
