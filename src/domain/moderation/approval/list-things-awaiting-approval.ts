import { sql } from 'drizzle-orm';
import { integer, nullable, oneOf, text, timestamptz, uuid } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import {
  discussionComments,
  discussions,
  pictures,
  profileComments,
  users,
} from '#database/schema.ts';
import {
  approvalConstants,
  type WaitingKind,
  waitingKinds,
} from '#shared/constants/moderation/approval.ts';
import { getContentPath } from '#shared/format/paths/content-path.ts';
import type { Ctx } from '../../context.ts';
import {
  galleryColumns,
  isPostedByPlayer,
  joinUploader,
  toGalleryPicture,
} from '../../gallery/gallery-columns.ts';
import { countPages } from '../../lib/page-count.ts';
import { requireModerator } from '../../permissions/require-moderator.ts';
import { getTextFilters } from '../../text-filters/current-filters.ts';
import { findStrictestMatch } from '../../text-filters/find-matches.ts';
import { waitingThings } from '../../text-filters/waiting-things.ts';

interface WaitingRow {
  kind: WaitingKind;
  id: string;
  author: string;
  /** Of a discussion, or of the discussion of a comment. */
  title: string | null;
  /** The text, or the caption of a picture. */
  text: string;
  /** The id of the discussion or picture, or the username of the profile. */
  place: string;
  since: Date;
}

const value = sql.placeholder;

/** A page of what waits, the oldest first. Things of `actorId` are left out. */
const listRows = declareStatement<WaitingRow, { actorId: string; limit: number; offset: number }>(
  {
    kind: oneOf(waitingKinds),
    id: uuid,
    author: text,
    title: nullable(text),
    text,
    place: text,
    since: timestamptz,
  },
  sql`with page as materialized (
    select * from ${waitingThings} as thing
    where thing.author_id <> ${value('actorId')}::uuid
    order by thing.hidden_at, thing.id limit ${value('limit')}::integer offset ${value('offset')}::integer
  )
  select page.kind, page.id, author.display_username as author,
    coalesce(discussion.title, discussed.title) as title,
    coalesce(discussion.content, comment.text, said.text, picture.caption) as text,
    coalesce(discussion.id::text, comment.discussion_id::text, owner.display_username, picture.id::text) as place,
    page.hidden_at as since
  from page join ${users} as author on author.id = page.author_id
  left join ${discussions} as discussion on page.kind = 'discussion' and discussion.id = page.id
  left join ${discussionComments} as comment on page.kind = 'discussion-comment' and comment.id = page.id
  left join ${discussions} as discussed on discussed.id = comment.discussion_id
  left join ${profileComments} as said on page.kind = 'profile-comment' and said.id = page.id
  left join ${users} as owner on owner.id = said.profile_id
  left join ${pictures} as picture on page.kind = 'picture' and picture.id = page.id
  order by page.hidden_at, page.id`,
);

const countRows = declareStatement<{ waiting: number }, { actorId: string }>(
  { waiting: integer },
  sql`select count(*)::integer as waiting from ${waitingThings} as thing
    where thing.author_id <> ${value('actorId')}::uuid`,
);

/**
 * A page of what waits for approval, the oldest first. `found` is what a filter finds in it now; null if it waits
 * because its account is new.
 * @throws AppError `login-required`, `moderators-only`.
 */
export async function listThingsAwaitingApproval(ctx: Ctx, { page }: { page: number }) {
  const { id: actorId } = requireModerator(ctx);
  const { pageSize, pageMax } = approvalConstants;
  const [rows, total, filters] = await Promise.all([
    listRows(ctx.db, { actorId, limit: pageSize, offset: (page - 1) * pageSize }),
    countThingsAwaitingApproval(ctx),
    getTextFilters(ctx),
  ]);
  const shown = await findPictures(ctx, rows);
  return {
    things: rows.map(({ place, ...row }) => ({
      ...row,
      path: getContentPath(row.kind, place),
      picture: shown.get(row.id) ?? null,
      found: findStrictestMatch(ctx, filters, `${row.title ?? ''}\n${row.text}`)?.found ?? null,
    })),
    total,
    page,
    pages: countPages(total, pageSize, pageMax * pageSize),
  };
}

/** A thing that waits, as the queue shows it. */
export type ThingAwaitingApproval = Awaited<
  ReturnType<typeof listThingsAwaitingApproval>
>['things'][number];

/** How many things wait for the actor. @throws AppError `login-required`, `moderators-only`. */
export async function countThingsAwaitingApproval(ctx: Ctx): Promise<number> {
  const { id: actorId } = requireModerator(ctx);
  const [counted] = await countRows(ctx.db, { actorId });
  return counted?.waiting ?? 0;
}

async function findPictures(ctx: Ctx, rows: readonly WaitingRow[]) {
  const ids = rows.filter(({ kind }) => kind === 'picture').map(({ id }) => id);
  if (ids.length === 0) return new Map<string, never>();
  const found = await ctx.db
    .select(galleryColumns)
    .from(pictures)
    .innerJoin(users, joinUploader)
    .where(sql`${pictures.id} in ${ids} and ${isPostedByPlayer}`);
  return new Map(
    found.flatMap((row) => {
      const picture = toGalleryPicture(ctx, row);
      return picture ? [[row.id, picture.thumbnail] as const] : [];
    }),
  );
}
