export const libraryConstants = { pageSize: 20 } as const;
