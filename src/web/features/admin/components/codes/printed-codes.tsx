import { Printer } from 'lucide-react';
import type { QrCode } from '#web/lib/qr-code.ts';
import { useSiteName } from '#web/lib/root-data.ts';
import { useHydrated } from '#web/lib/use-hydrated.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface PrintedCodesProps {
  batchId: string;
  codes: readonly { code: string; qrCode: QrCode }[];
  /** What each code gives. */
  gift: string;
  expiresAt: Date;
  /** Where codes are typed. */
  address: string;
}

/** Codes that were just made, to print and cut out. They are shown once. */
export function PrintedCodes({ batchId, codes, gift, expiresAt, address }: PrintedCodesProps) {
  const hydrated = useHydrated();
  const siteName = useSiteName();
  return (
    <div className="grid gap-6">
      <Alert tone="success" className="print:hidden">
        Print or save them now. They are not shown again.
      </Alert>
      <div className="flex flex-wrap gap-3 print:hidden">
        {hydrated && (
          <Button type="button" onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        )}
        <ButtonLink to={`/admin/codes/${batchId}`} variant="quiet">
          Done
        </ButtonLink>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4 print:grid-cols-2 print:gap-0">
        {codes.map(({ code, qrCode }) => (
          <li
            key={code}
            className="flex break-inside-avoid items-center gap-4 rounded-lg bg-surface p-4 shadow-lift print:rounded-none print:border print:border-dashed print:shadow-none"
          >
            <svg
              viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
              role="img"
              aria-label={`QR code of ${code}`}
              shapeRendering="crispEdges"
              className="size-24 shrink-0 rounded-md"
            >
              <path
                d={`M0 0h${qrCode.size}v${qrCode.size}h-${qrCode.size}z`}
                className="fill-scan-light"
              />
              <path d={qrCode.path} className="fill-scan-dark" />
            </svg>
            <div className="grid min-w-0 gap-1">
              <p className="text-sm font-medium wrap-anywhere">
                {siteName}: <bdi>{gift}</bdi>
              </p>
              <p className="font-mono font-semibold wrap-break-word select-all">{code}</p>
              <p className="text-xs text-muted wrap-anywhere">{address}</p>
              <p className="text-xs text-muted">
                Until <DateTime value={expiresAt} format="date" />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
