import { setPriority } from 'node:os';
import { makeSizes } from './make-sizes.ts';
import type { Bounds } from './worker-protocol.ts';

// The process that reads one picture of a stranger: begun with its file, the folder for what it makes and
// its bounds, it answers one line of JSON. It knows no secret and no database, and ends with its parent.

const watchEveryMs = 10;

const [file = '', folder = '', given = '{}'] = process.argv.slice(2);
const bounds: Bounds = JSON.parse(given);

// Not by exit, which waits for what is being decoded.
const stop = () => process.kill(process.pid, 'SIGKILL');

process.stdin.on('close', stop).resume();
// Decoding is off this thread: it has time to look. A limit of the system would count what is only reserved.
setInterval(() => process.memoryUsage.rss() > bounds.memoryMax && stop(), watchEveryMs);
// Who waits for a page comes first.
setPriority(10);

process.stdout.write(JSON.stringify(await makeSizes(file, folder, bounds)), () => process.exit(0));
