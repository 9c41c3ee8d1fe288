import { and, count, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { integer } from '#database/column-types.ts';
import { prepareSelect } from '#database/prepared-select.ts';
import { profileComments, users } from '#database/schema.ts';
import { typedSql } from '#database/typed-sql.ts';
import { isModeratorRole, type Role } from '#shared/constants/accounts/roles.ts';
import { profileCommentConstants } from '#shared/constants/comments.ts';
import type { Actor } from '../actor.ts';
import type { Ctx } from '../context.ts';
import { type HiddenState, readHiddenStates } from '../lib/hiding/hidden-state.ts';
import { isReadableThoughHidden, toHiddenReader } from '../lib/hiding/who-sees-hidden.ts';

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
  /** Null if everybody may see it. */
  hidden: HiddenState | null;
}

/**
 * Returns a page of the comments on the profile of the account `profileId`, newest first. They are
 * public. Hidden ones are listed and counted for their authors and moderators. A page after the last is empty.
 */
export async function listProfileComments(
  ctx: Pick<Ctx, 'db' | 'actor'>,
  { profileId, page }: { profileId: string; page: number },
) {
  const { db, actor } = ctx;
  const offset = (page - 1) * profileCommentConstants.pageSize;
  const reader = toHiddenReader(actor);
  const rows = await readComments(db, { profileId, offset, ...reader });
  // A page after the last has no row with the number.
  const [counted] =
    rows.length > 0 || page === 1 ? rows : await countComments(db, { profileId, ...reader });
  const all = counted?.all ?? 0;
  const states = await readHiddenStates(db, rows);
  const comments = rows.map(
    (
      { authorId, all: _all, hiddenCause, hiddenAt, hiddenLogId, ...row },
      index,
    ): ProfileComment => ({
      ...row,
      hidden: states[index] ?? null,
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
  return isModeratorRole(actor.role) ? 'with-reason' : 'no';
}

/** Leaves out the hidden comments that the reader must not see. The index on hidden comments finds them. */
const isReadable = (id: SQLWrapper): SQL => sql`${id} not in (
  select hidden.id from ${profileComments} as hidden
  where hidden.profile_id = ${sql.placeholder('profileId')}::uuid and hidden.hidden_cause is not null
    and not ${isReadableThoughHidden(sql`hidden.author_id`)})`;

const readComments = prepareSelect('list-profile-comments', (db) =>
  db
    .select({
      id: profileComments.id,
      text: profileComments.text,
      createdAt: profileComments.createdAt,
      authorId: profileComments.authorId,
      hiddenCause: profileComments.hiddenCause,
      hiddenAt: profileComments.hiddenAt,
      hiddenLogId: profileComments.hiddenLogId,
      all: typedSql(
        integer,
        sql`(select count(*)::integer from ${profileComments} as any_comment
          where any_comment.profile_id = ${sql.placeholder('profileId')}::uuid
            and ${isReadable(sql`any_comment.id`)})`,
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
    .where(
      and(
        eq(profileComments.profileId, sql.placeholder('profileId')),
        isReadable(profileComments.id),
      ),
    )
    .orderBy(desc(profileComments.id))
    .limit(profileCommentConstants.pageSize)
    .offset(sql.placeholder('offset')),
);

const countComments = prepareSelect('count-profile-comments', (db) =>
  db
    .select({ all: count() })
    .from(profileComments)
    .where(
      and(
        eq(profileComments.profileId, sql.placeholder('profileId')),
        isReadable(profileComments.id),
      ),
    ),
);
