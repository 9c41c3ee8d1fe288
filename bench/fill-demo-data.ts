import { execFileSync } from 'node:child_process';

/** Fills an empty data folder with the catalog and the demo data. */
export function fillDemoData(dataDir: string): void {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  execFileSync(process.execPath, ['scripts/demo.ts'], { stdio: 'ignore', env });
}
