/** Orders of the list of discussions; the first is the default. */
export const discussionOrders = ['newest', 'activity', 'comments'] as const;
export type DiscussionOrder = (typeof discussionOrders)[number];
