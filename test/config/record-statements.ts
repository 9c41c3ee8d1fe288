import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';

// Writes the text of each statement that tests run to the folder RECORD_STATEMENTS, once for each process.
// `npm run record-statements` uses it.

const folder = process.env.RECORD_STATEMENTS;
const recorded = new Set<string>();

if (folder) {
  const prototype = pg.Client.prototype as { query(...args: unknown[]): unknown };
  const { query } = prototype;
  prototype.query = function record(this: unknown, ...args: unknown[]) {
    const [first] = args;
    const text = typeof first === 'string' ? first : (first as { text?: unknown } | null)?.text;
    if (typeof text === 'string' && !recorded.has(text)) {
      recorded.add(text);
      const name = createHash('sha256').update(String(process.pid)).digest('hex').slice(0, 16);
      appendFileSync(path.join(folder, name), `${JSON.stringify(text)}\n`);
    }
    return query.apply(this, args);
  };
}
