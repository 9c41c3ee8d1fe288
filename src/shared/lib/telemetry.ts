/** An operation that is measured: it becomes a span of a trace and a value of a histogram. */
export interface Operation {
  kind: 'request' | 'query' | 'job' | 'socket-event';
  /** The name of the span. It comes from a small set: route templates and tables, never ids or names of people. */
  name: string;
  /** They contain no personal data, tokens, SQL values or texts. */
  attributes: Readonly<Record<string, string | number>>;
  /** The `traceparent` header of a trusted caller: the span continues its trace. */
  traceparent?: string | undefined;
}

/** The part of an operation that is known only when it has ended. */
export interface OperationEnd {
  name?: string;
  attributes?: Readonly<Record<string, string | number>>;
  failed?: boolean;
}

/** Measures operations. `src/integrations/opentelemetry` implements it. */
export interface Telemetry {
  /** Runs `work`. Operations that it starts are children of this one. */
  run<T>(operation: Operation, work: (end: (facts: OperationEnd) => void) => T): T;
  /** The ids of the current trace and span, for a line of the log. */
  getLogFields(): Record<string, string>;
  /** Sends what was measured, within a few seconds, and stops. */
  close(): Promise<void>;
}

/**
 * What measures the operations of this process; null unless OpenTelemetry is switched on. It is one for the
 * process, like the context that connects a query with its request.
 */
export const telemetry: { current: Telemetry | null } = { current: null };

/** Runs `work` and measures it if OpenTelemetry is switched on. */
export function measure<T>(
  operation: Operation,
  work: (end: (facts: OperationEnd) => void) => T,
): T {
  return telemetry.current ? telemetry.current.run(operation, work) : work(ignore);
}

function ignore(): void {}
