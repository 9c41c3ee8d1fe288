import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import chromium from '@sparticuz/chromium';

// Unpacks the packaged browser into the temporary folder of this process, for use from the folder that
// the argument names (see test/browser.ts).
const [finalFolder = ''] = process.argv.slice(2);
await chromium.executablePath();
// The fonts of the package alone: a page then measures the same on every machine.
await writeFile(
  path.join(os.tmpdir(), 'fonts.conf'),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${finalFolder}/fonts/fonts</dir>
  <cachedir>${finalFolder}/fonts-cache</cachedir>
</fontconfig>
`,
);
