import { Download } from 'lucide-react';
import type { DataExportState } from '#domain/data-export/get-data-export.ts';
import { formatFileSize } from '#shared/format/file-size.ts';
import type { FormError } from '#web/lib/actions/form-error.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { ActionForm } from '#web/ui/forms/action-form.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { ProofLink } from '#web/ui/proof-link.tsx';
import { DateTime } from '#web/ui/texts/date-time.tsx';

interface DataExportSectionProps {
  dataExport: DataExportState;
  isProven: boolean;
  failure: FormError | null;
}

/** The export of the own data in its states: none, being prepared, ready, failed. */
export function DataExportSection({ dataExport, isProven, failure }: DataExportSectionProps) {
  const { state } = dataExport;
  return (
    <Panel title="Export your data">
      <p className="max-w-prose text-muted">
        A zip file with everything that you wrote and received: messages, comments, discussions,
        pictures, cards, games, trades and every movement of your money, as JSON and CSV. You can
        request one a day. It can be downloaded for a day, only by you.
      </p>
      {failure && <Alert tone="failure">{failure.message}</Alert>}
      {state === 'preparing' && (
        <Alert
          action={
            <ButtonLink to="/settings/data" size="sm" variant="quiet" prefetch="none">
              Look again
            </ButtonLink>
          }
        >
          Your export is being prepared. You can leave this page and come back.
        </Alert>
      )}
      {state === 'ready' && (
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
          <ButtonLink to="/settings/data/export.zip" reloadDocument download prefetch="none">
            <Download aria-hidden />
            Download ({formatFileSize(dataExport.bytes)})
          </ButtonLink>
          <p className="text-sm text-muted">
            Until <DateTime value={dataExport.endsAt} />
          </p>
        </div>
      )}
      {state === 'failed' && (
        <Alert tone="failure">Your export could not be made. Nothing is lost.</Alert>
      )}
      {(state === 'none' || state === 'failed') &&
        (isProven && !failure?.needsProof ? (
          <ActionForm
            intent="export"
            hasMessage={false}
            button={state === 'failed' ? 'Try again' : 'Request an export'}
            scrolls
          />
        ) : (
          <div>
            <ProofLink next="/settings/data" />
          </div>
        ))}
    </Panel>
  );
}
