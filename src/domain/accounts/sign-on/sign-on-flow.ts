import { z } from 'zod';
import type { Ctx } from '#domain/context.ts';
import { isEqualInConstantTime } from '#domain/lib/is-equal-in-constant-time.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { markTokenUsed } from '../sessions/mark-token-used.ts';
import { readSignOnCookie } from './sign-on-cookie.ts';

/** What a sign-on is for: to log in, to add the identity to the own account, or to prove who one is. */
export const signOnPurposes = ['login', 'link', 'proof'] as const;
export type SignOnPurpose = (typeof signOnPurposes)[number];

const flowSchema = z.object({
  purpose: z.enum(signOnPurposes),
  next: z.string(),
  /** The session that began it; null for a login. */
  session: z.string().nullable(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  began: z.int(),
  /** Whether a code of the second factor was accepted before. */
  hasCode: z.boolean(),
  expires: z.int(),
});

/** A sign-on that is under way, as its cookie has it. */
export type SignOnFlow = z.infer<typeof flowSchema>;

/**
 * Takes the sign-on of the request whose answer has `state`. It works once. One that links or proves works
 * only in the session that began it.
 * @throws AppError `sign-on-expired`.
 */
export async function takeSignOn(ctx: Ctx, state: string): Promise<SignOnFlow> {
  const flow = await readSignOnCookie(ctx, 'sign-on', flowSchema);
  const isOwn = flow.purpose === 'login' || flow.session === ctx.actor?.sessionId;
  if (!isEqualInConstantTime(state, flow.state) || !isOwn) throw new AppError('sign-on-expired');
  if (!(await markTokenUsed(ctx.db, flow.state, new Date(flow.expires)))) {
    throw new AppError('sign-on-expired');
  }
  return flow;
}
