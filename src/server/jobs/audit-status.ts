/** The result of an audit: the number of rows that break each rule. */
interface AuditResult {
  at: Date;
  counts: ReadonlyMap<string, number>;
}

export interface AuditStatus {
  last(): AuditResult | null;
  set(result: AuditResult): void;
}

/** Stores the result of the last audit for the metrics; null before the first audit. */
export function createAuditStatus(): AuditStatus {
  let last: AuditResult | null = null;
  return {
    last: () => last,
    set(result) {
      last = result;
    },
  };
}
