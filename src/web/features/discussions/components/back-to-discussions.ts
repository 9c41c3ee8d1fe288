import { discussionsRoot } from '#web/paths/discussions.ts';

/** The link from a discussion to the list. */
export const backToDiscussions = { to: discussionsRoot, label: 'Back to Discussions' };
