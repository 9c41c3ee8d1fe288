import { spawnSync } from 'node:child_process';
import { globSync, rmSync } from 'node:fs';
import path from 'node:path';

// Writes a migration from the changed schema: `npm run migration -- --name WHAT_IT_DOES`. Then deletes all snapshots
// of the schema but the newest, because drizzle-kit compares the schema with that one only.

const drizzleKit = path.join('node_modules', '.bin', 'drizzle-kit');
const { status } = spawnSync(drizzleKit, ['generate', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
if (status === 0) {
  const snapshots = globSync('src/database/migrations/meta/*_snapshot.json').toSorted();
  for (const earlier of snapshots.slice(0, -1)) rmSync(earlier);
}
process.exitCode = status ?? 1;
