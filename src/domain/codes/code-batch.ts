import type { codeBatches } from '#database/schema.ts';

/** A batch of codes. All give the same. */
export type CodeBatch = typeof codeBatches.$inferSelect;
