import type { SimulationReport } from './simulation.ts';

const violationsShown = 40;

/** Prints the figures and the violations of a simulation. */
export function printReport(report: SimulationReport): void {
  const { digest, seconds, accounts, audit, retries, deadlocks, violations } = report;
  const sorted = (tally: Map<string, number>) =>
    [...tally].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, n]) => `  ${name} ${n}`);
  console.log(`${report.operations} operations (digest ${digest}) in ${seconds.toFixed(0)} s`);
  console.log(['Outcomes', ...sorted(report.done)].join('\n'));
  console.log(['Expected errors', ...sorted(report.rejected)].join('\n'));
  console.log(
    ['Injected failures', ...sorted(report.injectedFailures), `  retries ${retries}`].join('\n'),
  );
  const there = Object.entries(audit.counted).map(([what, n]) => `${n} ${what}`);
  console.log(`At the end: ${accounts} accounts, ${there.join(', ')}; ${deadlocks} deadlocks.`);
  for (const violation of violations.slice(0, violationsShown)) console.log(`✗ ${violation}`);
  if (violations.length > violationsShown)
    console.log(`and ${violations.length - violationsShown} more`);
  console.log(`${audit.rules} rules audited, ${violations.length} violations.`);
}
