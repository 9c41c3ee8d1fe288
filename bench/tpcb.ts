import type pg from 'pg';

/** The scale factor of pgbench: the number of branches, each with 10 tellers and 100,000 accounts. */
const scale = 50;
const accountsPerBranch = 100_000;
const tellersPerBranch = 10;

/** Creates the tables of pgbench and their rows as `pgbench --initialize` does. */
export async function fillTpcb(client: Pick<pg.Pool, 'query'>): Promise<void> {
  await client.query(`
    create table pgbench_branches (bid int not null, bbalance int, filler char(88));
    create table pgbench_tellers (tid int not null, bid int, tbalance int, filler char(84));
    create table pgbench_accounts (aid int not null, bid int, abalance int, filler char(84));
    create table pgbench_history
      (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select bid, 0, '' from generate_series(1, ${scale}) as bid;
    insert into pgbench_tellers select tid, (tid - 1) / ${tellersPerBranch} + 1, 0, ''
      from generate_series(1, ${scale * tellersPerBranch}) as tid;
    insert into pgbench_accounts select aid, (aid - 1) / ${accountsPerBranch} + 1, 0, ''
      from generate_series(1, ${scale * accountsPerBranch}) as aid;
    alter table pgbench_branches add primary key (bid);
    alter table pgbench_tellers add primary key (tid);
    alter table pgbench_accounts add primary key (aid)`);
}

/**
 * How the statements are sent: parsed each time, which is the default of pgbench and of this driver, or
 * prepared once for each connection.
 */
export type Mode = 'as pgbench sends by default' | 'prepared';

/** Runs one transaction of the built-in script `tpcb-like` of pgbench. */
export async function runTpcb(client: pg.ClientBase, mode: Mode): Promise<void> {
  const query = async (name: string, text: string, values?: number[]) => {
    await client.query(mode === 'prepared' ? { name, text, values } : { text, values });
  };
  const aid = 1 + Math.floor(Math.random() * scale * accountsPerBranch);
  const tid = 1 + Math.floor(Math.random() * scale * tellersPerBranch);
  const bid = 1 + Math.floor(Math.random() * scale);
  const delta = Math.floor(Math.random() * 10_001) - 5_000;
  await query('begin', 'begin');
  await query('account', 'update pgbench_accounts set abalance = abalance + $1 where aid = $2', [
    delta,
    aid,
  ]);
  await query('balance', 'select abalance from pgbench_accounts where aid = $1', [aid]);
  await query('teller', 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2', [
    delta,
    tid,
  ]);
  await query('branch', 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2', [
    delta,
    bid,
  ]);
  await query(
    'history',
    `insert into pgbench_history (tid, bid, aid, delta, mtime)
      values ($1, $2, $3, $4, current_timestamp)`,
    [tid, bid, aid, delta],
  );
  await query('end', 'end');
}
