import { Download, Printer } from 'lucide-react';
import { useSiteName } from '#web/lib/root-data.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

/** New recovery codes. They are shown once, to save, download or print. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const hydrated = useHydrated();
  const text = [`Recovery codes for ${useSiteName()}. Each works once.`, '', ...codes, ''].join(
    '\r\n',
  );
  return (
    <section
      aria-labelledby="new-codes"
      className="grid gap-5 rounded-lg bg-surface p-6 shadow-lift print:shadow-none"
    >
      <div className="grid gap-1">
        <h2 id="new-codes" className="text-lg font-bold">
          Your recovery codes
        </h2>
        <p className="text-muted">
          If you lose your other factors, one of these codes logs you in together with your
          password. Each works once.
        </p>
      </div>
      <Alert className="print:hidden">Save them now: they are not shown again.</Alert>
      <ol className="grid gap-2 rounded-md bg-raised p-4 grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] font-mono whitespace-nowrap tabular-nums">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3 print:hidden">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="guildhall-recovery-codes.txt"
          className="inline-flex min-h-11 items-center gap-2 rounded-md bg-plinth px-4.5 font-semibold text-ink shadow-lift transition-colors hover:bg-line [&_svg]:size-[1.15em]"
        >
          <Download aria-hidden />
          Download
        </a>
        {hydrated && (
          <Button type="button" variant="quiet" onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        )}
      </div>
    </section>
  );
}
