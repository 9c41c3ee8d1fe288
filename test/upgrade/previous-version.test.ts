import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { useDatabase } from '../fixtures/database.ts';
import {
  findInserts,
  findProblem,
  listConstraints,
  listRequiredColumns,
  type RecordedVersion,
} from './recorded-version.ts';

// During a rolling update, nodes of the previous version use the schema of this one. Their statements were
// recorded at its release, so no other code is needed here.

const folder = 'test/upgrade';
const [file = ''] = readdirSync(folder)
  .filter((name) => name.endsWith('-statements.json'))
  .toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
const previous = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as RecordedVersion;

/**
 * New constraints that every write of the previous version satisfies, each with the reason. Otherwise the
 * migration comes in the version after the one whose code satisfies it.
 */
const satisfiedConstraints: Record<string, string> = {
  "cards: CHECK ((((consumed_by IS NULL) OR (state = ANY (ARRAY['consumed'::text, 'retired'::text]))) AND ((consumed_by IS NOT NULL) OR (state <> 'consumed'::text))))":
    'it writes neither the column nor the state, and it retires any card of a guest',
  "cards: CHECK (((origin = 'recycled'::text) = (recycling_id IS NOT NULL)))":
    'it writes neither the column nor the origin',
  'cards: CREATE UNIQUE INDEX ON public.cards USING btree (recycling_id) WHERE (recycling_id IS NOT NULL)':
    'it does not write the column',
  'card_kinds: FOREIGN KEY (picture_id) REFERENCES pictures(id)': 'it does not write the column',
  'discussion_comments: FOREIGN KEY (hidden_log_id) REFERENCES moderation_log(id)':
    'it does not write the column',
  'discussions: FOREIGN KEY (hidden_log_id) REFERENCES moderation_log(id)':
    'it does not write the column',
  'email_requests: FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE':
    'it does not write the column',
  'games: FOREIGN KEY (created_by) REFERENCES users(id)': 'it does not write the column',
  'games: FOREIGN KEY (role_needed) REFERENCES roles(slug)': 'it does not write the column',
  "games: CREATE UNIQUE INDEX ON public.games USING btree (lower(name)) WHERE (source = 'own'::text)":
    'it writes no games of the site',
  'owned_games: FOREIGN KEY (price_id) REFERENCES game_prices(id)': 'it does not write the column',
  'owned_games: FOREIGN KEY (group_price_id) REFERENCES game_group_prices(id)':
    'it does not write the column',
  'owned_games: FOREIGN KEY (sale_id) REFERENCES game_sales(id)': 'it does not write the column',
  'pictures: FOREIGN KEY (hidden_log_id) REFERENCES moderation_log(id)':
    'it does not write the column',
  "pictures: CHECK (((purpose = 'gallery'::text) OR (published_at IS NULL)))":
    'it does not write the purpose, whose default is a picture of the gallery',
  'profile_comments: FOREIGN KEY (hidden_log_id) REFERENCES moderation_log(id)':
    'it does not write the column',
  'api_keys: CHECK ((char_length(name) <= 100))': 'its form and function have the same limit',
  "api_keys: CHECK (((cardinality(scopes) > 0) AND (scopes <@ ARRAY['read-own'::text, 'write-own'::text, 'moderate'::text, 'catalog'::text, 'economy'::text])))":
    'it does not write the column, whose default has two of them',
  'games: CHECK (((minimum_age >= 0) AND (minimum_age <= 99)))': 'it does not write the column',
  'users: CHECK (((age_limit >= 0) AND (age_limit <= 99)))': 'it does not write the column',
  'users: CHECK ((char_length(description) <= 200))': 'its form and function have the same limit',
  'users: CHECK ((char_length(name) <= 20))': 'its form and function have the same limit',
  'wallets: CHECK (((balance + set_aside) <= 10000000))':
    'the constraint has the name of the earlier one, so it is reported as the limit of the balance',
  'wallets: CHECK ((set_aside >= 0))': 'it does not write the column',
};

const database = useDatabase();
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ ...inject('postgres'), database: database.name });
  await client.connect();
});

afterAll(() => client.end());

describe(`the statements of ${file}`, () => {
  it('are accepted on the new schema', async () => {
    expect(previous.statements.length).toBeGreaterThan(300);
    const problems: string[] = [];
    for (const statement of previous.statements) {
      const problem = await findProblem({ $client: client }, statement);
      if (problem !== null) problems.push(`${problem}: ${statement}`);
    }
    expect(problems).toEqual([]);
  });

  it('give every new column a value that needs one', async () => {
    const required = await listRequiredColumns({ $client: client }, {});
    const inserts = previous.statements.flatMap(findInserts);
    expect(inserts.length).toBeGreaterThan(30);
    const missing = inserts.flatMap(({ table, columns }) =>
      required
        .filter((one) => one.table === table && !columns.includes(one.column))
        .map(({ column }) => `${table}.${column} has no default`),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  it('meet no new constraint that they could violate', async () => {
    const known = new Set(previous.constraints.map(({ table, definition }) => table + definition));
    const tables = new Set(previous.constraints.map(({ table }) => table));
    const added = (await listConstraints({ $client: client }, {}))
      .filter(({ table, definition }) => tables.has(table) && !known.has(table + definition))
      .map(({ table, definition }) => `${table}: ${definition}`)
      .filter((constraint) => !(constraint in satisfiedConstraints));
    expect(added).toEqual([]);
  });
});
