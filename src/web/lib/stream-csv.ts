import { type CsvCell, formatCsv } from '#shared/format/csv.ts';

/** Answers with rows as CSV that are sent as they are read. Numbers have `decimals` places. */
export function streamCsv(
  rows: AsyncIterable<readonly CsvCell[]>,
  { fileName, ...format }: { fileName: string; header: readonly string[]; decimals: number },
): Response {
  const lines = formatCsv(rows, format);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return();
    },
  });
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${fileName}"`,
    },
  });
}
