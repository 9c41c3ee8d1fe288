import { z } from 'zod';
import { usernameConstants } from '#shared/constants/accounts/credentials.ts';
import { signOnConstants } from '#shared/constants/accounts/sign-on.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { cutCharacters } from '#shared/format/texts/characters.ts';
import {
  checkEmail,
  checkUsername,
  toAsciiEmail,
} from '#shared/schemas/accounts/account-fields.ts';
import type { ClaimedRole, SignOn } from './sign-on-settings.ts';

/** What the provider says of a person. */
export interface SignOnClaims {
  subject: string;
  /** The name by which its owner recognizes the identity. */
  name: string;
  /** A username to suggest; empty if no name of the person can be a username. */
  username: string;
  /** The email address in lower case, only if the provider has verified it. */
  email: string | null;
  /** When the person last logged in at the provider; null if it did not say. */
  authenticatedAt: Date | null;
  /** Null if the provider does not decide about roles. */
  role: ClaimedRole | null;
}

const optionalText = z.string().trim().catch('');

const claimsSchema = z.object({
  sub: z.string().min(1).max(signOnConstants.subjectMax),
  preferred_username: optionalText,
  nickname: optionalText,
  email: optionalText,
  // Some providers send it as text.
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  auth_time: z.int().nonnegative().nullable().catch(null),
});

/** Reads the verified claims of the provider. @throws AppError `sign-on-failed` for an impossible subject. */
export function readClaims(
  claims: Record<string, unknown>,
  { roleClaim }: Pick<SignOn, 'roleClaim'>,
): SignOnClaims {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) throw new AppError('sign-on-failed');
  const { data } = parsed;
  const email = data.email.toLowerCase();
  const { auth_time: time } = data;
  return {
    subject: data.sub,
    name: cutCharacters(data.email || data.preferred_username || data.sub, signOnConstants.nameMax),
    username: suggestUsername(data.preferred_username || data.nickname),
    email: data.email_verified && checkEmail(email) === null ? toAsciiEmail(email) : null,
    authenticatedAt: time === null ? null : new Date(time * 1000),
    role: roleClaim && readRole(findClaim(claims, roleClaim.name), roleClaim),
  };
}

/** Makes a username of a name. It leaves out the host of an email address and what usernames cannot have. */
function suggestUsername(name: string): string {
  const [local = ''] = name.split('@');
  const possible = local
    .normalize('NFKD')
    .replace(/[\s.]+/g, '-')
    .replace(/[^a-z0-9_-]/gi, '')
    .replace(/^[_-]+/, '')
    .slice(0, usernameConstants.max);
  return checkUsername(possible) === null ? possible : '';
}

/** A claim by its name, or by a path with dots such as `realm_access.roles`. */
function findClaim(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** The highest role that a value of the claim stands for. Without one the person is a player. */
function readRole(
  value: unknown,
  { moderator, admin }: NonNullable<SignOn['roleClaim']>,
): ClaimedRole {
  const values = Array.isArray(value) ? value : [value];
  if (values.some((one) => admin.includes(one))) return 'admin';
  return values.some((one) => moderator.includes(one)) ? 'moderator' : 'player';
}
