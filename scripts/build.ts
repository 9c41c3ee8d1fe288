import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { shortenBuiltRouteList } from './building/shorten-route-list.ts';

/** The file with the fingerprint of the sources of the build. */
const fingerprintFile = 'build/made-from';

function fingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  const sources = [
    ...globSync('{src,catalog,public}/**/*', { exclude: ['public/art/**'], withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`),
    'package-lock.json',
    'vite.config.ts',
    'react-router.config.ts',
    'scripts/build.ts',
    'scripts/building/shorten-route-list.ts',
  ].filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of sources.toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** Compresses the files of the client, so that the server does not have to. */
async function compressClient(): Promise<void> {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  const files = globSync('build/client/**/*.{js,css,svg,json}');
  for (const file of files) {
    const content = readFileSync(file);
    // There are thousands of small pictures, so they get a faster setting.
    const quality = file.endsWith('.svg') ? 6 : constants.BROTLI_MAX_QUALITY;
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
    const [br, gz] = await Promise.all([brotli(content, options), zip(content, { level: 9 })]);
    writeFileSync(`${file}.br`, br);
    writeFileSync(`${file}.gz`, gz);
  }
}

const current = fingerprint();
const built = existsSync(fingerprintFile) ? readFileSync(fingerprintFile, 'utf8') : '';
if (!process.argv.includes('--if-needed') || built !== current) {
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
  console.log('Building Guildhall …');
  run('catalog/draw-pictures.ts');
  run('node_modules/@react-router/dev/bin.cjs', 'build');
  shortenBuiltRouteList();
  await compressClient();
  writeFileSync(fingerprintFile, current);
}
