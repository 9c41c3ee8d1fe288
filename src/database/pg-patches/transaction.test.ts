import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { useDatabase } from '#test/fixtures/database.ts';
import { type Database, openDatabase } from '../client.ts';
import { integer } from '../column-types.ts';
import { declareStatement, prepareStatement, type StatementTarget } from '../prepared-query.ts';

const database = useDatabase();
let opened: Database[] = [];

beforeAll(async () => {
  await database.db.execute(sql`create table counters (id integer primary key, value integer)`);
  await database.db.execute(sql`insert into counters select id, 0 from generate_series(1, 100) id`);
});

afterEach(async () => {
  for (const db of opened) await db.$client.end();
  opened = [];
});

/** Called instead of a statement with that text; `send` sends the statement. */
type Answers = Record<string, (send: () => Promise<unknown>) => Promise<unknown>>;

/** A database with one connection, some of whose statements fail as `answers` says. */
function openFailing(answers: Answers): Database {
  const db = openDatabase({ ...inject('postgres'), database: database.name, max: 1 });
  opened.push(db);
  db.$client.on('connect', (client) => {
    const query: (...args: unknown[]) => unknown = client.query.bind(client);
    client.query = ((...args: unknown[]) => {
      const send = async () => query(...args);
      const answer = typeof args[0] === 'string' ? answers[args[0]] : undefined;
      return answer ? answer(send) : query(...args);
    }) as typeof client.query;
  });
  return db;
}

let rows = 0;
/** The id of a counter that no other test uses. */
const nextRow = () => {
  rows += 1;
  return rows;
};

const add = (tx: Pick<Database, 'execute'>, id: number) =>
  tx.execute(sql`update counters set value = value + 1 where id = ${id}`);

const readCounter = declareStatement<{ value: number }, { id: number }>(
  { value: integer },
  sql`select value from counters where id = ${sql.placeholder('id')}`,
);

async function counterOf(id: number): Promise<number | undefined> {
  const [counter] = await readCounter(database.db, { id });
  return counter?.value;
}

const failWith = (tx: Pick<Database, 'execute'>, code: string) =>
  tx.execute(
    sql`do ${sql.raw(`$$ begin raise exception 'made up' using errcode = '${code}'; end $$`)}`,
  );

const readPid = declareStatement<{ pid: number }, Record<string, never>>(
  { pid: integer },
  sql`select pg_backend_pid() as pid`,
);

async function pidOf(db: StatementTarget): Promise<number | undefined> {
  const [connection] = await readPid(db, {});
  return connection?.pid;
}

const unanswered = () => Promise.reject(new Error('no answer'));

describe('a connection whose transaction may not have ended', () => {
  it('is closed when its rollback fails, and the first error is thrown', async () => {
    const id = nextRow();
    const db = openFailing({ rollback: unanswered });
    const earlier = await pidOf(db);
    const failing = db.transaction(async (tx) => {
      await add(tx, id);
      throw new Error('no good');
    });
    await expect(failing).rejects.toThrow('no good');
    await db.transaction((tx) => add(tx, id));
    expect(await pidOf(db)).not.toBe(earlier);
    expect(await counterOf(id)).toBe(1);
  });

  it('is closed when its rollback fails after a failed statement', async () => {
    const id = nextRow();
    const db = openFailing({ rollback: unanswered });
    await expect(db.transaction((tx) => failWith(tx, '23505'))).rejects.toThrow();
    await add(db, id);
    expect(await counterOf(id)).toBe(1);
  });

  it('is closed when its commit fails before it is sent, and nothing is written', async () => {
    const id = nextRow();
    const db = openFailing({ commit: unanswered });
    await expect(db.transaction((tx) => add(tx, id))).rejects.toThrow('no answer');
    expect(await db.execute('select 1')).toMatchObject({ rowCount: 1 });
    expect(await counterOf(id)).toBe(0);
  });

  it('is closed when the answer to its commit is lost, and the work is not run again', async () => {
    const id = nextRow();
    let runs = 0;
    const db = openFailing({
      commit: async (send) => {
        await send();
        throw new Error('no answer');
      },
    });
    const earlier = await pidOf(db);
    const committing = db.transaction(async (tx) => {
      runs += 1;
      await add(tx, id);
    });
    await expect(committing).rejects.toThrow('no answer');
    expect([runs, await counterOf(id)]).toEqual([1, 1]);
    expect(await pidOf(db)).not.toBe(earlier);
  });

  it('is closed when its transaction could not begin', async () => {
    const db = openFailing({ begin: unanswered });
    for (let round = 0; round < 3; round += 1) {
      await expect(db.transaction(async () => 1)).rejects.toThrow('no answer');
    }
    expect(await db.execute('select 1')).toMatchObject({ rowCount: 1 });
  });
});

describe('a transaction', () => {
  it('returns its connection to the pool after a commit and after a rollback', async () => {
    const db = openFailing({});
    const pid = await pidOf(db);
    await db.transaction(async (tx) => expect(await pidOf(tx)).toBe(pid));
    await expect(db.transaction((tx) => failWith(tx, '23505'))).rejects.toThrow();
    await db.transaction(async (tx) => expect(await pidOf(tx)).toBe(pid));
  });

  it('is not reported as committed when it continued after a failed statement', async () => {
    const id = nextRow();
    const { db } = database;
    const careless = db.transaction(async (tx) => {
      await add(tx, id);
      await failWith(tx, '23505').catch(() => undefined);
    });
    await expect(careless).rejects.toThrow('went on after');
    expect(await counterOf(id)).toBe(0);
  });

  it('can roll back a nested transaction alone', async () => {
    const [outer, inner] = [nextRow(), nextRow()];
    await database.db.transaction(async (tx) => {
      await add(tx, outer);
      await tx
        .transaction(async (nested) => {
          await add(nested, inner);
          throw new Error('no good');
        })
        .catch(() => undefined);
    });
    expect([await counterOf(outer), await counterOf(inner)]).toEqual([1, 0]);
  });

  it('reads one snapshot and writes nothing when this is requested', async () => {
    const id = nextRow();
    const { db } = database;
    const isolationLevel = 'repeatable read';
    const values = await db.transaction(
      async (tx) => {
        const before = await readCounter(tx, { id });
        await add(db, id);
        return [before, await readCounter(tx, { id })];
      },
      { isolationLevel, accessMode: 'read only' },
    );
    expect(values).toEqual([[{ value: 0 }], [{ value: 0 }]]);
    const writing = db.transaction((tx) => add(tx, id), { accessMode: 'read only' });
    await expect(writing).rejects.toThrow();
  });
});

describe('a conflict', () => {
  it('runs the transaction again that Postgres aborted because of a deadlock', async () => {
    const [one, other] = [nextRow(), nextRow()];
    let runs = 0;
    let locking = 0;
    const bothLocked = Promise.withResolvers<void>();
    const otherCommitted = Promise.withResolvers<void>();
    const both = async (ids: [number, number]) => {
      let attempts = 0;
      await database.db.transaction(async (tx) => {
        runs += 1;
        attempts += 1;
        // Otherwise it could lock its first row before the other transaction does: a second deadlock.
        if (attempts > 1) await otherCommitted.promise;
        await add(tx, ids[0]);
        locking += 1;
        if (locking === 2) bothLocked.resolve();
        await bothLocked.promise;
        await add(tx, ids[1]);
      });
      otherCommitted.resolve();
    };
    await Promise.all([both([one, other]), both([other, one])]);
    expect(runs).toBe(3);
    expect([await counterOf(one), await counterOf(other)]).toEqual([2, 2]);
  });

  it('runs the transaction again whose snapshot is out of date', async () => {
    const id = nextRow();
    const { db } = database;
    let runs = 0;
    await db.transaction(
      async (tx) => {
        runs += 1;
        await tx.execute(sql`select value from counters where id = ${id}`);
        if (runs === 1) await add(db, id);
        await add(tx, id);
      },
      { isolationLevel: 'repeatable read' },
    );
    expect([runs, await counterOf(id)]).toEqual([2, 2]);
  });

  it('gives up after some attempts', async () => {
    let runs = 0;
    const failing = database.db.transaction(async (tx) => {
      runs += 1;
      await failWith(tx, '40001');
    });
    await expect(failing).rejects.toMatchObject({ cause: { code: '40001' } });
    expect(runs).toBe(6);
  });

  it('is the only error after which a transaction runs again', async () => {
    let runs = 0;
    const failing = database.db.transaction(async (tx) => {
      runs += 1;
      await failWith(tx, '40003');
    });
    await expect(failing).rejects.toMatchObject({ cause: { code: '40003' } });
    expect(runs).toBe(1);
  });

  it('runs a single statement again too', async () => {
    const { db } = database;
    await db.execute(sql`create sequence attempts`);
    // The values of a sequence are not rolled back.
    await db.execute(sql`create function second_time() returns integer language plpgsql as $$
      begin
        if nextval('attempts') = 1 then raise exception 'made up' using errcode = '40P01'; end if;
        return 7;
      end $$`);
    const columns = { second_time: integer };
    const statement = sql`select second_time()`;
    const declared = declareStatement<{ second_time: number }, Record<string, never>>(
      columns,
      statement,
    );
    expect(await declared(db, {})).toEqual([{ second_time: 7 }]);
    await db.execute(sql`alter sequence attempts restart`);
    const prepared = prepareStatement<{ second_time: number }, Record<string, never>>(
      'second-time',
      columns,
      statement,
    );
    expect(await prepared(db, {})).toEqual([{ second_time: 7 }]);
  });
});
