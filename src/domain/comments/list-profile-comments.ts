import { count, desc, eq, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { profileComments, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { profileCommentConstants } from '#shared/constants/comments.ts';
import type { Role } from '#shared/constants/roles.ts';
import type { Ctx } from '../context.ts';
import type { Actor } from '../context-parts.ts';

export interface ProfileComment {
  id: string;
  text: string;
  createdAt: Date;
  author: { username: string; name: string; profilePic: string; role: Role };
  /**
   * Whether the actor may delete it: 'freely' as its author or the profile's owner, 'with-reason' as a
   * moderator.
   */
  deletable: 'freely' | 'with-reason' | 'no';
}

/**
 * Returns a page of the comments on the profile of the account `profileId`, newest first. They are
 * public. A page after the last is empty.
 */
export async function listProfileComments(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  { profileId, page }: { profileId: string; page: number },
) {
  const { db, actor } = ctx;
  const offset = (page - 1) * profileCommentConstants.pageSize;
  const rows = await readComments(db, { profileId, offset });
  // A page after the last has no row with the number.
  const [counted] = rows.length > 0 || page === 1 ? rows : await countComments(db, { profileId });
  const all = counted?.all ?? 0;
  const comments = rows.map(
    ({ authorId, all: _all, ...row }): ProfileComment => ({
      ...row,
      deletable: getDeletePermission(actor, { authorId, profileId }),
    }),
  );
  const pages = Math.min(
    profileCommentConstants.pageMax,
    Math.max(1, Math.ceil(all / profileCommentConstants.pageSize)),
  );
  return { comments, all, page, pages };
}

function getDeletePermission(
  actor: Actor | null,
  { authorId, profileId }: { authorId: string; profileId: string },
): ProfileComment['deletable'] {
  if (!actor) return 'no';
  if (actor.id === authorId || actor.id === profileId) return 'freely';
  return actor.role === 'moderator' || actor.role === 'admin' ? 'with-reason' : 'no';
}

const readComments = prepareSelect('list-profile-comments', (db) =>
  db
    .select({
      id: profileComments.id,
      text: profileComments.text,
      createdAt: profileComments.createdAt,
      authorId: profileComments.authorId,
      all: typedSql(
        integer,
        sql`(select count(*)::integer from ${profileComments} as any_comment
          where any_comment.profile_id = ${sql.placeholder('profileId')}::uuid)`,
      ),
      author: {
        username: users.displayUsername,
        name: users.name,
        profilePic: users.profilePic,
        role: users.role,
      },
    })
    .from(profileComments)
    .innerJoin(users, eq(users.id, profileComments.authorId))
    .where(eq(profileComments.profileId, sql.placeholder('profileId')))
    .orderBy(desc(profileComments.id))
    .limit(profileCommentConstants.pageSize)
    .offset(sql.placeholder('offset')),
);

const countComments = prepareSelect('count-profile-comments', (db) =>
  db
    .select({ all: count() })
    .from(profileComments)
    .where(eq(profileComments.profileId, sql.placeholder('profileId'))),
);
