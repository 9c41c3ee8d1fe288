import { discussionsRoot } from './discussion-address.ts';

/** The way up from a discussion (spec 2). */
export const backToDiscussions = { to: discussionsRoot, label: 'Back to Discussions' };
