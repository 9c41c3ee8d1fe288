/** Comments on profiles. */
export const profileCommentConstants = { max: 750, pageSize: 10, pageMax: 1_000 } as const;
