/** How the list of discussions can be ordered; the first is the usual one. */
export const discussionOrders = ['newest', 'activity', 'comments'] as const;
export type DiscussionOrder = (typeof discussionOrders)[number];
