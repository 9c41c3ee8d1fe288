import { Link } from 'react-router';
import type { ListedBatch } from '#domain/codes/list-codes.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { toCodesOf } from './codes-path.ts';
import { codeStateTexts } from './describe-codes.ts';

/** The state of a batch in a line. */
export function BatchFacts({ batch }: { batch: ListedBatch }) {
  const { state, codes, uses, usesMax, expiresAt, createdBy, createdAt } = batch;
  return (
    <p className="text-sm text-muted">
      {codeStateTexts[state]} · {codes} {codes === 1 ? 'code' : 'codes'} · used {uses} of {usesMax}{' '}
      · until <DateTime value={expiresAt} format="date" /> · by{' '}
      <Link to={toCodesOf(createdBy)}>{createdBy}</Link> on{' '}
      <DateTime value={createdAt} format="date" />
    </p>
  );
}
