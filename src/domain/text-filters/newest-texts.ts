import { sql } from 'drizzle-orm';
import { oneOf, text, textArray, timestamptz } from '#database/column-types.ts';
import { declareStatement } from '#database/prepared-query.ts';
import {
  discussionComments,
  discussions,
  pictures,
  profileComments,
  users,
} from '#database/schema.ts';
import { type FilteredKind, filteredKinds } from '#shared/constants/moderation/text-filters.ts';

/** A public text that somebody wrote. */
export interface NewestText {
  kind: FilteredKind;
  /** The username of its author. */
  author: string;
  /** What its address names: a discussion, a picture, or the username of a profile. */
  place: string;
  /** Its fields, such as title and content. */
  texts: string[];
  at: Date;
}

interface Bounds extends Record<string, unknown> {
  since: Date;
  max: number;
  /** The characters of all texts together. */
  charactersMax: number;
}

const value = sql.placeholder;
const newest = sql`limit ${value('max')}::integer`;

/**
 * The newest public texts of all kinds, newest first. Each kind is read by the order of its ids or times, and
 * only texts within the bounds are sent. The newest text is always among them.
 */
export const listNewestTexts = declareStatement<NewestText, Bounds>(
  {
    kind: oneOf(filteredKinds),
    author: text,
    place: text,
    texts: textArray,
    at: timestamptz,
  },
  sql`with newest as (
    (select 'discussion' as kind, author_id, id::text as place, array[title, game, content] as texts,
      created_at as at
      from ${discussions} order by id desc ${newest})
    union all
    (select 'discussion-comment', author_id, discussion_id::text, array[text], created_at
      from ${discussionComments} order by id desc ${newest})
    union all
    (select 'profile-comment', comment.author_id, owner.display_username, array[comment.text],
      comment.created_at
      from ${profileComments} as comment join ${users} as owner on owner.id = comment.profile_id
      order by comment.id desc ${newest})
    union all
    (select 'picture', user_id, id::text, array[caption], published_at
      from ${pictures}
      where published_at is not null and removed_at is null and user_id is not null
      order by published_at desc, id desc ${newest})
    union all
    (select 'profile', id, display_username, array[name, description], updated_at
      from ${users} where updated_at >= ${value('since')}::timestamptz
      order by updated_at desc ${newest})
  ), measured as (
    select *, sum(char_length(array_to_string(texts, ''))) over (order by at desc, place, kind
      rows between unbounded preceding and 1 preceding) as before
    from newest where at >= ${value('since')}::timestamptz
    order by at desc, place, kind limit ${value('max')}::integer
  )
  select measured.kind, author.display_username as author, measured.place, measured.texts, measured.at
  from measured join ${users} as author on author.id = measured.author_id
  where coalesce(measured.before, 0) < ${value('charactersMax')}::integer
  order by measured.at desc, measured.place, measured.kind`,
);
