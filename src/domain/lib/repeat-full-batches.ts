/** Rows that one statement of a removal changes, so that none takes long. */
export const batchSize = 500;

/** Repeats `work`, which returns the number of rows it changed, until a batch is not full. */
export async function repeatFullBatches(work: () => Promise<number>): Promise<void> {
  while ((await work()) === batchSize);
}
