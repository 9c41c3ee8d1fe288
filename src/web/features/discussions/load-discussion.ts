import type { Comment, DiscussionForumPosting, PersonLeaf, Thing } from 'schema-dts';
import { breadcrumbs } from '#web/lib/seo/structured-data.ts';
import type { Site } from '#web/lib/viewer.ts';
import { commentOnPage, discussionPath, discussionsRoot } from './components/discussion-address.ts';

interface Said {
  id: string;
  createdAt: Date;
  editedAt: Date | null;
  author: { username: string };
}

interface DiscussionFacts extends Said {
  title: string;
  content: string;
  /** How many comments it has, on all pages. */
  comments: number;
}

/** A discussion, what was said on this page of it, and the way there. */
export function discussionData(
  site: Site,
  discussion: DiscussionFacts,
  { comments, page }: { comments: readonly (Said & { text: string })[]; page: number },
): Thing[] {
  const { id, title, content } = discussion;
  const path = discussionPath(id);
  const posting: DiscussionForumPosting = {
    '@type': 'DiscussionForumPosting',
    headline: title,
    text: content,
    url: site.origin + path,
    ...written(site, discussion),
    interactionStatistic: {
      '@type': 'InteractionCounter',
      interactionType: { '@type': 'CommentAction' },
      userInteractionCount: discussion.comments,
    },
    ...(comments.length > 0 && {
      comment: comments.map(
        ({ text, ...said }): Comment => ({
          '@type': 'Comment',
          text,
          url: site.origin + commentOnPage(id, said.id, page),
          ...written(site, said),
        }),
      ),
    }),
  };
  const trail = [
    { name: 'Discussions', path: discussionsRoot },
    { name: title, path },
  ];
  return [posting, breadcrumbs(site, trail)];
}

/** By whom and when; neither an email nor more of the person than the page shows. */
function written(site: Site, { createdAt, editedAt, author: { username } }: Said) {
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
