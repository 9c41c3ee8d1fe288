import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { discussionComments } from '#database/schema.ts';
import { isReadableThoughHidden } from '#domain/lib/hiding/who-sees-hidden.ts';

/*
 * Conditions of statements with the values `discussionId` and those of `HiddenReader`. An index has the hidden
 * comments alone: the index on all comments can still answer without the table.
 */

const hiddenOfDiscussion = sql`from ${discussionComments} as hidden
  where hidden.discussion_id = ${sql.placeholder('discussionId')}::uuid
    and hidden.hidden_cause is not null`;

/** Leaves out the hidden comments that the reader must not see. */
export function isReadableComment(id: SQLWrapper): SQL {
  return sql`${id} not in (select hidden.id ${hiddenOfDiscussion}
    and not ${isReadableThoughHidden(sql`hidden.author_id`)})`;
}

/** The number of hidden comments that the reader sees. */
export const countReadableHidden = sql`(select count(*)::integer ${hiddenOfDiscussion}
  and ${isReadableThoughHidden(sql`hidden.author_id`)})`;
