/** What an audit found: per rule, how many rows break it. */
interface Audited {
  at: Date;
  counts: ReadonlyMap<string, number>;
}

export interface AuditStatus {
  last(): Audited | null;
  set(audited: Audited): void;
}

/** Where the nightly audit leaves its result for the metrics; empty until the first. */
export function createAuditStatus(): AuditStatus {
  let last: Audited | null = null;
  return {
    last: () => last,
    set(audited) {
      last = audited;
    },
  };
}
