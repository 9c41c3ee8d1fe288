import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import chromium from '@sparticuz/chromium';

// Unpacks the packaged browser into the temporary folder of this process (see test/browser.ts).
await chromium.executablePath();
const folder = os.tmpdir();
// The fonts of the package alone: a page then measures the same on every machine.
await writeFile(
  path.join(folder, 'fonts.conf'),
  `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts/fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
</fontconfig>
`,
);
