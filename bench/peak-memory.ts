import { readFileSync, writeSync } from 'node:fs';

// Loaded with `--import` into a measured process. At its end it writes its peak memory in kB to descriptor 3.
// On Linux `resourceUsage` is not used, because it includes the memory of the parent at the start.

process.on('exit', () => {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  writeSync(3, String(peak));
});
