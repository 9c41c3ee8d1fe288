import { sql } from 'drizzle-orm';
import type { Database } from '#database/client.ts';
import { integer } from '#database/column-types.ts';
import { prepareStatement } from '#database/prepared-query.ts';
import { nodes } from '#database/schema.ts';
import { nodeConstants } from '#shared/constants/nodes.ts';
import type { Log } from '../context-parts.ts';

const seconds = sql.raw(String(nodeConstants.deadAfterMs / 1000));

/** One clock decides who is alive: that of the database. */
const beat = prepareStatement<{ living: number }, { id: string }>(
  'node-heartbeat',
  { living: integer },
  sql`with own as (
      insert into ${nodes} as node (id, started_at, seen_at)
      values (${sql.placeholder('id')}::uuid, now(), now())
      on conflict (id) do update set seen_at = now()
      returning id
    ), dead as (
      delete from ${nodes} where seen_at < now() - interval '${seconds} seconds'
        and id not in (select id from own)
    )
    select (count(*) + 1)::integer as living from ${nodes} as other
      where other.id not in (select id from own)
        and other.seen_at >= now() - interval '${seconds} seconds'`,
);

const remove = prepareStatement<Record<string, never>, { id: string }>(
  'remove-node',
  {},
  sql`delete from ${nodes} where id = ${sql.placeholder('id')}::uuid`,
);

interface NodeRegistry {
  /** The number of living nodes as of the last heartbeat, this one included. */
  countLiving(): number;
  /** Updates the row of this node, deletes those of dead ones and counts the living. */
  beat(): Promise<void>;
  /** Stops the heartbeat and deletes the row of this node. */
  stop(): Promise<void>;
}

/** Registers this node in the database and updates its row until `stop`. */
export async function startNodeRegistry({
  id,
  db,
  log,
}: {
  id: string;
  db: Database;
  log: Log;
}): Promise<NodeRegistry> {
  let living = 1;
  let beating: Promise<void> | null = null;

  async function writeHeartbeat(): Promise<void> {
    try {
      const [row] = await beat(db, { id });
      living = row?.living ?? 1;
    } catch (error) {
      // The last known count stays.
      log.warn({ err: error }, 'the heartbeat of this node could not be written');
    }
  }

  const registry: NodeRegistry = {
    countLiving: () => living,
    beat() {
      beating ??= writeHeartbeat().finally(() => {
        beating = null;
      });
      return beating;
    },
    async stop() {
      clearInterval(timer);
      await beating;
      await remove(db, { id }).catch(() => undefined);
    },
  };
  const timer = setInterval(() => void registry.beat(), nodeConstants.heartbeatMs);
  timer.unref();
  await registry.beat();
  return registry;
}
