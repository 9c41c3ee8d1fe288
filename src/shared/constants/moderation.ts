export const moderationConstants = {
  reasonMin: 3,
  reasonMax: 300,
  pageSize: 20,
  pageMax: 500,
  /** Days that a suspension can last; 0 stands for one without end. */
  suspensionDays: [1, 3, 7, 30, 0],
} as const;
