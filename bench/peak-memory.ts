import { readFileSync, writeSync } from 'node:fs';

// Loaded into a process that is measured (`--import`): tells at its end, at descriptor 3, how much memory it
// had at most, in kB. Not by `resourceUsage`, which on Linux counts what its parent had when it was begun.

process.on('exit', () => {
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  const peak = /^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  writeSync(3, String(peak));
});
