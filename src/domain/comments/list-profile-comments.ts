import { desc, eq } from 'drizzle-orm';
import { profileComments, users } from '#database/schema.ts';
import { profileCommentConstants } from '#shared/constants/comments.ts';
import type { Role } from '#shared/constants/roles.ts';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';

export interface ProfileComment {
  id: string;
  text: string;
  createdAt: Date;
  author: { username: string; name: string; profilePic: string; role: Role };
  /** Whether who looks may delete it: as its author or the profile's owner, or as a moderator. */
  deletable: 'freely' | 'with-reason' | 'no';
}

/**
 * A page of the comments on the profile of the account `profileId`, newest first. Everybody may read
 * them. A page beyond the last is empty.
 */
export async function listProfileComments(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  { profileId, page }: { profileId: string; page: number },
) {
  const { db, actor } = ctx;
  const ofProfile = eq(profileComments.profileId, profileId);
  const [rows, all] = await Promise.all([
    db
      .select({
        id: profileComments.id,
        text: profileComments.text,
        createdAt: profileComments.createdAt,
        authorId: profileComments.authorId,
        author: {
          username: users.displayUsername,
          name: users.name,
          profilePic: users.profilePic,
          role: users.role,
        },
      })
      .from(profileComments)
      .innerJoin(users, eq(users.id, profileComments.authorId))
      .where(ofProfile)
      .orderBy(desc(profileComments.id))
      .limit(profileCommentConstants.pageSize)
      .offset((page - 1) * profileCommentConstants.pageSize),
    db.$count(profileComments, ofProfile),
  ]);
  const comments = rows.map(
    ({ authorId, ...row }): ProfileComment => ({
      ...row,
      deletable: deletableBy(actor, { authorId, profileId }),
    }),
  );
  const pages = Math.min(
    profileCommentConstants.pageMax,
    Math.max(1, Math.ceil(all / profileCommentConstants.pageSize)),
  );
  return { comments, all, page, pages };
}

function deletableBy(
  actor: Actor | null,
  { authorId, profileId }: { authorId: string; profileId: string },
): ProfileComment['deletable'] {
  if (!actor) return 'no';
  if (actor.id === authorId || actor.id === profileId) return 'freely';
  return actor.role === 'moderator' || actor.role === 'admin' ? 'with-reason' : 'no';
}
