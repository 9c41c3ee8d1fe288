import { eq } from 'drizzle-orm';
import { users } from '#database/schema.ts';
import { rejectImpersonation } from '../accounts/registration/reject-impersonation.ts';
import { requireWritePermission } from '../accounts/require-write-permission.ts';
import type { Ctx } from '../context.ts';
import { requireActor } from '../permissions/require-actor.ts';
import { checkText } from '../text-filters/check-text.ts';
import { reportFilteredText } from '../text-filters/report-filtered-text.ts';

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
 * Its texts do not wait for approval: a filter that lets texts wait reports them.
 * @throws AppError `login-required`; `bad-input` for a name that could be mistaken for another player's;
 * `account-suspended` and `muted` when the name or the description changes; `text-refused`.
 */
export async function editProfile(ctx: Ctx, edit: ProfileEdit): Promise<void> {
  const actor = requireActor(ctx);
  const { id } = actor;
  await rejectImpersonation(ctx, actor, edit.name);
  const { name, description } = edit;
  await requireWriterOfChange(ctx, id, { name, description });
  const verdict = await checkText(ctx, { name, description });
  const at = ctx.clock.now();
  await ctx.db.transaction(async (tx) => {
    await reportFilteredText(tx, verdict && { ...verdict, act: 'report' }, {
      ...{ kind: 'profile', thing: id, authorId: id, at },
      copy: [name, description].filter(Boolean).join('\n\n'),
    });
    await tx
      .update(users)
      .set({
        name: name || undefined,
        description: edit.removeDescription ? '' : description || undefined,
        profilePic: edit.profilePic || undefined,
        updatedAt: at,
      })
      .where(eq(users.id, id));
  });
}

/** Forms send the earlier texts too. Somebody who may not write can still choose a picture or remove the description. */
async function requireWriterOfChange(
  ctx: Ctx,
  id: string,
  { name, description }: Pick<ProfileEdit, 'name' | 'description'>,
): Promise<void> {
  const [before] = await ctx.db
    .select({ name: users.name, description: users.description })
    .from(users)
    .where(eq(users.id, id));
  const isNew = (text: string, earlier?: string) => text !== '' && text !== earlier;
  if (isNew(name, before?.name) || isNew(description, before?.description)) {
    await requireWritePermission(ctx, id);
  }
}
