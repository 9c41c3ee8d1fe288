import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { rejectImpersonation } from '../accounts/registration/reject-impersonation.ts';
import { requireActor } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';

interface ProfileEdit {
  name: string;
  description: string;
  profilePic: string;
  /** Deletes the description; an empty field would keep it. */
  removeDescription?: boolean;
}

/**
 * Changes the actor's profile. An empty field keeps its current value. The username cannot be changed.
 * The caller's input schema checks the lengths and the list of avatars.
 * @throws AppError `login-required`; `bad-input` for a name that could be mistaken for another player's.
 */
export async function editProfile(ctx: Ctx, edit: ProfileEdit): Promise<void> {
  const actor = requireActor(ctx);
  const { id } = actor;
  await rejectImpersonation(ctx.db, actor, edit.name);
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
