import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = { stringValue?: string; intValue?: number | string };
type Attribute = { key: string; value: Value };

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  status: { code?: number };
}

interface SentMetric {
  name: string;
  histogram?: { dataPoints: { count: number | string; attributes: Attribute[] }[] };
}

interface Sent {
  resourceSpans?: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
  resourceMetrics?: { scopeMetrics: { metrics: SentMetric[] }[] }[];
}

/** Starts a fake receiver of OpenTelemetry's protocol over HTTP with JSON, on a free port. */
export async function startOtlpReceiver() {
  const bodies: string[] = [];
  const unanswered: ServerResponse[] = [];
  let isHanging = false;
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    bodies.push(await text(request));
    if (isHanging) unanswered.push(response);
    else response.setHeader('Content-Type', 'application/json').end('{}');
  }
  const server = createServer((request, response) => void receive(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = () => bodies.map((body) => JSON.parse(body) as Sent);

  return {
    endpoint: `http://127.0.0.1:${port}`,
    /** Everything that was sent, as text. */
    text: () => bodies.join('\n'),
    resources: () =>
      sent().flatMap(({ resourceSpans = [] }) =>
        resourceSpans.map(({ resource }) => toObject(resource.attributes)),
      ),
    spans: () =>
      sent()
        .flatMap(({ resourceSpans = [] }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: toObject(span.attributes) })),
    metrics: () =>
      sent()
        .flatMap(({ resourceMetrics = [] }) => resourceMetrics)
        .flatMap(({ scopeMetrics }) => scopeMetrics)
        .flatMap(({ metrics }) => metrics)
        .flatMap(({ name, histogram }) =>
          (histogram?.dataPoints ?? []).map(({ attributes }) => ({
            name,
            attributes: toObject(attributes),
          })),
        ),
    /** From now on requests get no answer. */
    hang() {
      isHanging = true;
    },
    /** Requests that got no answer. */
    waiting: () => unanswered.length,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function toObject(attributes: readonly Attribute[]): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
