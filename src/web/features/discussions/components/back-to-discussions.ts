import { discussionsRoot } from './discussion-address.ts';

/** The way up from a discussion. */
export const backToDiscussions = { to: discussionsRoot, label: 'Back to Discussions' };
