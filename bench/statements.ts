import type pg from 'pg';
import { fillDemoData } from './fill-demo-data.ts';
import { acceptEncoding } from './load.ts';
import { median } from './measure-rounds-and-medians.ts';
import type { RecordedStatement } from './measured-server/recorded-statement.ts';
import { findPath, logIn } from './player-pages.ts';
import { withServerDatabase } from './server-database.ts';
import { type MeasuredServer, startMeasuredServer } from './start-measured-server.ts';

/** More often than Postgres runs a prepared statement before it can choose a plan for all values. */
const warmUps = 12;
const runs = 15;
/** What a statement of a page begins with; the others begin and end transactions. */
const planned = /^\s*(?:with|select|insert|update|delete)\b/i;

interface Cost {
  plan: 'one for all values' | 'one for each call';
  planningMs: number;
  executionMs: number;
}

/**
 * The planning and execution time of each statement of the pages that players visit most, as a table. The
 * community is that of the demonstration.
 */
export async function statementsTable(dataDir: string): Promise<string> {
  fillDemoData(dataDir);
  const server = await startMeasuredServer(dataDir);
  try {
    const pages = await recordPages(server);
    return await withServerDatabase(dataDir, async (db) => {
      const client = await db.$client.connect();
      try {
        await client.query('vacuum analyze');
        return await describePages(client, pages);
      } finally {
        client.release();
      }
    });
  } finally {
    await server.stop();
  }
}

/** Visits each page as a player and returns its statements. */
async function recordPages({ origin }: MeasuredServer): Promise<Map<string, RecordedStatement[]>> {
  const headers = { 'Accept-Encoding': acceptEncoding, Cookie: await logIn(origin) };
  const read = async (path: string) => {
    const response = await fetch(origin + path, { headers });
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    return body;
  };
  const profile = await findPath(`${origin}/community/market`, /\/profile\/(?!demo")[^"/]+(?=")/g);
  const card = await findPath(
    `${origin}/community/market`,
    /\/community\/market\/cards\/[^"?]+\?game=\d+/g,
  );
  const [chat] = (await read('/messages')).match(/\/chat\/demo\/[^"/]+(?=")/) ?? [];
  const paths = {
    shop: '/',
    'game page': await findPath(origin, /\/game-info\/\d+/g),
    discussions: '/community/discussions',
    discussion: await findPath(
      `${origin}/community/discussions`,
      /\/community\/discussions\/[0-9a-f-]{36}/g,
    ),
    market: '/community/market',
    card,
    profile,
    'own profile': '/profile',
    inventory: `${profile}/inventory`,
    messages: '/messages',
    ...(chat !== undefined && { chat }),
    notifications: '/profile/notification',
  };
  const pages = new Map<string, RecordedStatement[]>();
  for (const [name, path] of Object.entries(paths)) {
    // What is read once a minute or written on the first visit is not part of a page.
    for (let visit = 0; visit < 3; visit += 1) await read(path);
    await (await fetch(`${origin}/bench/statements`)).json();
    await read(path);
    const recorded: RecordedStatement[] = await (await fetch(`${origin}/bench/statements`)).json();
    pages.set(name, recorded);
  }
  return pages;
}

async function describePages(
  client: pg.ClientBase,
  pages: Map<string, RecordedStatement[]>,
): Promise<string> {
  const lines = [
    '| page | statement | plan | planning, ms | execution, ms |',
    '|---|---|---|---|---|',
  ];
  for (const [page, statements] of pages) {
    let [planning, execution] = [0, 0];
    for (const statement of statements) {
      if (!planned.test(statement.text)) continue;
      const cost = await measureStatement(client, statement);
      planning += cost.planningMs;
      execution += cost.executionMs;
      lines.push(formatLine(page, statement.name ?? shorten(statement.text), cost));
    }
    const all = { plan: '', planningMs: planning, executionMs: execution };
    lines.push(formatLine(page, `all ${statements.length}`, all));
  }
  return lines.join('\n');
}

function formatLine(
  page: string,
  statement: string,
  { plan, planningMs, executionMs }: Omit<Cost, 'plan'> & { plan: string },
): string {
  const times = `${planningMs.toFixed(2)} | ${executionMs.toFixed(2)}`;
  return `| ${page} | ${statement} | ${plan} | ${times} |`;
}

/** Text of a statement without a name, for the table. */
function shorten(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '').slice(0, 60);
}

/** Nothing that the statement writes stays. */
async function measureStatement(
  client: pg.ClientBase,
  statement: RecordedStatement,
): Promise<Cost> {
  await client.query('begin');
  try {
    const explained = await prepare(client, statement);
    const times: { 'Planning Time': number; 'Execution Time': number }[] = [];
    for (let run = 0; run < runs; run += 1) {
      const { rows } = await client.query<{ 'QUERY PLAN': typeof times }>(explained);
      times.push(...(rows[0]?.['QUERY PLAN'] ?? []));
    }
    return {
      plan: await readKindOfPlan(client, statement),
      planningMs: median(times.map((time) => time['Planning Time'])),
      executionMs: median(times.map((time) => time['Execution Time'])),
    };
  } finally {
    await client.query('rollback');
  }
}

/** Prepares a statement with a name and runs it, until its plan is chosen. Returns what explains it. */
async function prepare(
  client: pg.ClientBase,
  { name, text, values }: RecordedStatement,
): Promise<pg.QueryConfig> {
  const explain = 'explain (analyze, format json)';
  if (name === undefined) return { text: `${explain} ${text}`, values };
  for (let run = 0; run < warmUps; run += 1) await client.query({ name, text, values });
  const literals = values.map((value) => toLiteral(client, value));
  const call = literals.length > 0 ? `(${literals.join(', ')})` : '';
  return { text: `${explain} execute ${client.escapeIdentifier(name)}${call}` };
}

/** Arrays as the driver sends them. */
function toLiteral(client: pg.ClientBase, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) {
    const elements = value.map((element) =>
      element === null ? 'null' : `"${String(element).replace(/["\\]/g, '\\$&')}"`,
    );
    return client.escapeLiteral(`{${elements.join()}}`);
  }
  return client.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

async function readKindOfPlan(
  client: pg.ClientBase,
  { name }: RecordedStatement,
): Promise<Cost['plan']> {
  if (name === undefined) return 'one for each call';
  const { rows } = await client.query<{ generic: boolean }>(
    'select generic_plans > 0 as generic from pg_prepared_statements where name = $1',
    [name],
  );
  return rows[0]?.generic ? 'one for all values' : 'one for each call';
}
