import type pg from 'pg';

/** As pgbench calls its size: branches, with 10 tellers and 100,000 accounts each. */
const scale = 50;
const accountsPerBranch = 100_000;
const tellersPerBranch = 10;

/** The tables of pgbench and their rows, as `pgbench --initialize` makes them. */
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

/** One transaction of pgbench's built-in `tpcb-like`, its statements prepared once per connection. */
export async function runTpcb(client: pg.ClientBase): Promise<void> {
  const aid = 1 + Math.floor(Math.random() * scale * accountsPerBranch);
  const tid = 1 + Math.floor(Math.random() * scale * tellersPerBranch);
  const bid = 1 + Math.floor(Math.random() * scale);
  const delta = Math.floor(Math.random() * 10_001) - 5_000;
  await client.query({ name: 'begin', text: 'begin' });
  await client.query({
    name: 'account',
    text: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
    values: [delta, aid],
  });
  await client.query({
    name: 'balance',
    text: 'select abalance from pgbench_accounts where aid = $1',
    values: [aid],
  });
  await client.query({
    name: 'teller',
    text: 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2',
    values: [delta, tid],
  });
  await client.query({
    name: 'branch',
    text: 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2',
    values: [delta, bid],
  });
  await client.query({
    name: 'history',
    text: `insert into pgbench_history (tid, bid, aid, delta, mtime)
      values ($1, $2, $3, $4, current_timestamp)`,
    values: [tid, bid, aid, delta],
  });
  await client.query({ name: 'end', text: 'end' });
}
