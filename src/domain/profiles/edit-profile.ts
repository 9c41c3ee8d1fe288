import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { refuseImpersonation } from '../accounts/registration/refuse-impersonation.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';

interface ProfileEdit {
  name: string;
  description: string;
  profilePic: string;
  /** Takes the description away, which an empty field cannot. */
  removeDescription?: boolean;
}

/**
 * Changes what the own profile shows; an empty field keeps its current value. The username
 * cannot be changed. The caller's input rules hold the lengths and the list of pictures.
 * @throws Refusal `login-required`, `bad-input` for a name that could be taken for another's.
 */
export async function editProfile(ctx: Ctx, edit: ProfileEdit): Promise<void> {
  const actor = requireActor(ctx);
  const { id } = actor;
  await refuseImpersonation(ctx.db, actor, edit.name);
  await ctx.db
    .update(users)
    .set({
      name: edit.name || undefined,
      description: edit.removeDescription ? '' : edit.description || undefined,
      profilePic: edit.profilePic || undefined,
      updatedAt: ctx.clock.now(),
    })
    .where(eq(users.id, id));
}
