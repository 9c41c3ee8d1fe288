import type { Comment, DiscussionForumPosting, PersonLeaf, Thing } from 'schema-dts';
import { buildBreadcrumbs } from '#web/lib/seo/structured-data.ts';
import type { Site } from '#web/lib/viewer.ts';
import {
  commentOnPagePath,
  discussionPath,
  discussionsRoot,
} from './components/discussion-paths.ts';

interface PostFacts {
  id: string;
  createdAt: Date;
  editedAt: Date | null;
  author: { username: string };
}

interface DiscussionFacts extends PostFacts {
  title: string;
  content: string;
  /** The number of comments on all pages. */
  comments: number;
}

/** Describes a discussion, the comments on this page of it, and the breadcrumbs. */
export function buildDiscussionData(
  site: Site,
  discussion: DiscussionFacts,
  { comments, page }: { comments: readonly (PostFacts & { text: string })[]; page: number },
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
        ({ text, ...facts }): Comment => ({
          '@type': 'Comment',
          text,
          url: site.origin + commentOnPagePath(id, facts.id, page),
          ...authorship(site, facts),
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

/** Returns author and times. It contains nothing about the author that the page does not show. */
function authorship(site: Site, { createdAt, editedAt, author: { username } }: PostFacts) {
  const author: PersonLeaf = {
    '@type': 'Person',
    name: username,
    url: `${site.origin}/profile/${username}`,
  };
  return {
    author,
    datePublished: createdAt.toISOString(),
    ...(editedAt && { dateModified: editedAt.toISOString() }),
  };
}
