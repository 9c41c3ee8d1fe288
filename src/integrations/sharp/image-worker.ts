import { setPriority } from 'node:os';
import type { ImageBounds } from './worker-protocol.ts';
import { writePictureSizes } from './write-picture-sizes.ts';

// The process that decodes one picture of a stranger. Its arguments are the file, the folder for
// the results and the bounds; it answers one line of JSON. It has no secret and no database
// connection, and ends with its parent.

const watchEveryMs = 10;

const [file = '', folder = '', boundsJson = '{}'] = process.argv.slice(2);
const bounds: ImageBounds = JSON.parse(boundsJson);

// Not `exit`, which waits for the decoder.
const stop = () => process.kill(process.pid, 'SIGKILL');

process.stdin.on('close', stop).resume();
// Decoding runs on other threads, so this thread can watch. A limit of the system would also count
// reserved memory.
setInterval(() => process.memoryUsage.rss() > bounds.memoryMax && stop(), watchEveryMs);
// Requests for pages have priority.
setPriority(10);

process.stdout.write(JSON.stringify(await writePictureSizes(file, folder, bounds)), () =>
  process.exit(0),
);
