import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { discussionComments, discussions, profileComments } from '#database/schema.ts';

interface NotificationColumns {
  userId: SQLWrapper;
  kind: SQLWrapper;
  actorId: SQLWrapper;
  thing: SQLWrapper;
}

/**
 * The condition that a notification is not about a hidden thing. One about comments is left out when the discussion
 * is hidden, or when the actor has hidden comments there and no others.
 */
export function isNotifiedThingVisible({ userId, kind, actorId, thing }: NotificationColumns): SQL {
  const inDiscussion = sql`comment.author_id = ${actorId} and comment.discussion_id = ${thing}::uuid`;
  const onProfile = sql`comment.author_id = ${actorId} and comment.profile_id = ${userId}`;
  return sql`case ${kind}
    when 'discussion-comment' then not exists (select from ${discussions} as discussion
        where discussion.id = ${thing}::uuid and discussion.hidden_cause is not null)
      and ${hasShown(sql`${discussionComments} as comment where ${inDiscussion}`)}
    when 'profile-comment' then
      ${hasShown(sql`${profileComments} as comment where ${onProfile}`)}
    else true end`;
}

/** Whether comments are shown, or none is hidden: a notification outlives deleted comments. */
function hasShown(comments: SQL): SQL {
  return sql`(not exists (select from ${comments} and comment.hidden_cause is not null)
    or exists (select from ${comments} and comment.hidden_cause is null))`;
}
