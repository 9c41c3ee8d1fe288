import type { SimulationReport } from './simulation.ts';

const faultsShown = 40;

/** Writes the figures of a simulation, and what is wrong, if anything is. */
export function printReport(report: SimulationReport): void {
  const { digest, seconds, accounts, audit, retries, deadlocks, faults } = report;
  const sorted = (tally: Map<string, number>) =>
    [...tally].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, n]) => `  ${name} ${n}`);
  console.log(`${report.operations} operations (drawn as ${digest}) in ${seconds.toFixed(0)} s`);
  console.log(['Outcomes', ...sorted(report.done)].join('\n'));
  console.log(['Refusals', ...sorted(report.refused)].join('\n'));
  console.log(['Trouble made', ...sorted(report.troubles), `  retries ${retries}`].join('\n'));
  const there = Object.entries(audit.counted).map(([what, n]) => `${n} ${what}`);
  console.log(`In the end: ${accounts} accounts, ${there.join(', ')}; ${deadlocks} deadlocks.`);
  for (const fault of faults.slice(0, faultsShown)) console.log(`✗ ${fault}`);
  if (faults.length > faultsShown) console.log(`and ${faults.length - faultsShown} more`);
  console.log(`${audit.rules} rules audited, ${faults.length} faults.`);
}
