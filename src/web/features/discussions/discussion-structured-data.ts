import type { Comment, DiscussionForumPosting, PersonLeaf, Thing } from 'schema-dts';
import type { DiscussionComment } from '#domain/discussions/comments/list-discussion-comments.ts';
import type { Discussion } from '#domain/discussions/get-discussion.ts';
import type { Site } from '#web/lib/root-data.ts';
import { buildBreadcrumbs } from '#web/lib/seo/structured-data.ts';
import { commentOnPagePath, discussionPath, discussionsRoot } from '#web/paths/discussions.ts';

/** Describes a discussion, the comments on this page of it, and the breadcrumbs. */
export function buildDiscussionData(
  site: Site,
  discussion: Discussion,
  { comments, page }: { comments: readonly DiscussionComment[]; page: number },
): Thing[] {
  const { id, title, content } = discussion;
  const path = discussionPath(id);
  const posting: DiscussionForumPosting = {
    '@type': 'DiscussionForumPosting',
    headline: title,
    text: content,
    url: site.origin + path,
    ...authorship(site, discussion),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'CommentAction' },
      userInteractionCount: discussion.comments,
    },
    ...(comments.length > 0 && {
      comment: comments.map(
        (comment): Comment => ({
          '@type': 'Comment',
          text: comment.text,
          url: site.origin + commentOnPagePath(id, comment.id, page),
          ...authorship(site, comment),
        }),
      ),
    }),
  };
  const trail = [
    { name: 'Discussions', path: discussionsRoot },
    { name: title, path },
  ];
  return [posting, buildBreadcrumbs(site, trail)];
}

/** Returns the times, and the author if search engines may name them. */
function authorship(
  site: Site,
  {
    createdAt,
    editedAt,
    author: { username },
    isAuthorInSearchEngines,
  }: Discussion | DiscussionComment,
) {
  const author: PersonLeaf = {
    '@type': 'Person',
    name: username,
    url: `${site.origin}/profile/${username}`,
  };
  return {
    ...(isAuthorInSearchEngines && { author }),
    datePublished: createdAt.toISOString(),
    ...(editedAt && { dateModified: editedAt.toISOString() }),
  };
}
