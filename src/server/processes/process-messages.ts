import type { Registry } from 'prom-client';
import type { WebProcessInput } from '../bootstrap/boot.ts';
import type { MetricsText } from '../http/operator-routes.ts';

/** The values of a process's metrics, as prom-client passes them between processes. */
export type MetricValues = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** What a web process needs to start. It contains the database's password and is never logged. */
export interface StartMessage {
  type: 'start';
  /** The name of the process in the log and the metrics, such as `web-1`. */
  name: string;
  /** The private folder of the sockets between web processes. */
  folder: string;
  input: WebProcessInput;
}

export type MessageToWebProcess =
  | StartMessage
  /** Finish running requests, then exit: the whole instance stops. */
  | { type: 'stop' }
  /** Finish running requests, then exit: another web process has taken over. */
  | { type: 'drain' }
  /** Answer, to show that the event loop is not blocked. */
  | { type: 'ping' }
  | { type: 'report-metrics'; id: number }
  | { type: 'metrics-answer'; id: number; answer: MetricsText };

export type MessageToPrimary =
  | { type: 'hello' }
  | { type: 'ready'; port: number }
  /** The instance cannot start at all, for example because the port is taken. */
  | { type: 'impossible'; reason: string }
  | { type: 'pong' }
  | { type: 'metrics-report'; id: number; values: MetricValues }
  | { type: 'metrics-request'; id: number };
