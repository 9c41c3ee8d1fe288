/** The shelves above the shop's list, in their order on a site that has not changed it, with their titles. */
export const shelfTitles = {
  own: 'Games of this site',
  newest: 'New',
  'best-rated': 'Best rated',
  genres: 'Browse by genre',
  'most-owned': 'Most owned here',
} as const;

export type ShelfId = keyof typeof shelfTitles;

export const shelfIds = Object.keys(shelfTitles) as [ShelfId, ...ShelfId[]];

/** A shelf that the shop shows. */
export interface ShownShelf {
  id: ShelfId;
  title: string;
}

export const shelfTitleMax = 40;
