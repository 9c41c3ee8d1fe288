/** The tags that a discussion may have, in the order of `docs/product.md`, 13.1. */
export const discussionTags = [
  'Action',
  'Adventure',
  'Shooter',
  'Strategy',
  'RPG',
  'Indie',
  'Puzzle',
  'Platformer',
  'Help',
  'Discussion',
  'Info',
] as const;
export type DiscussionTag = (typeof discussionTags)[number];

/** Finds a tag by its name, ignoring case; null if it does not exist. */
export function parseTag(name: string): DiscussionTag | null {
  const wanted = name.trim().toLowerCase();
  return discussionTags.find((tag) => tag.toLowerCase() === wanted) ?? null;
}
