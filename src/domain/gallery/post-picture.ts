import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { pictures } from '#database/schema.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { requirePlayer } from '../accounts/require-actor.ts';
import type { Ctx } from '../context.ts';
import { importHostedFile } from './uploads/import-hosted-file.ts';

/**
 * Puts a picture that the actor uploaded, to us or to the hosted service, into the gallery, with a caption
 * or without. Posted again it stays as it is: who sends the form twice has posted once.
 * @throws Refusal `login-required`, `guest-not-allowed`, `picture-gone` (also when it is another's, or
 * was uploaded more than an hour ago), and of `takeInHosted`.
 */
export async function postPicture(
  ctx: Ctx,
  { id, caption }: { id: string; caption: string },
): Promise<void> {
  const { id: userId } = requirePlayer(ctx);
  if (ctx.hostedFiles) await importHostedFile(ctx, ctx.hostedFiles, { id, userId });
  const posted = await ctx.db
    .update(pictures)
    .set({
      caption: sql`case when ${pictures.publishedAt} is null then ${caption}
        else ${pictures.caption} end`,
      publishedAt: sql`coalesce(${pictures.publishedAt}, ${ctx.clock.now().toISOString()}::timestamptz)`,
    })
    .where(
      and(
        eq(pictures.id, id),
        eq(pictures.userId, userId),
        isNotNull(pictures.keptAt),
        isNull(pictures.removedAt),
      ),
    )
    .returning({ id: pictures.id });
  if (posted.length === 0) throw new AppError('picture-gone');
}
