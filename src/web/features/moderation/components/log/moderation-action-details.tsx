import type { ModerationEntry } from '#domain/moderation/log/list-moderation-log.ts';
import { DateTime } from '#web/ui/texts/date-time.tsx';
import { MoneyAmount } from '#web/ui/texts/money-amount.tsx';
import { DeletedText } from '../cases/deleted-text.tsx';
import { formatSuspensionLength } from './moderation-action-names.ts';

/** The details of a moderation action as the log stores them. */
export function ModerationActionDetails({
  act,
  details,
}: Pick<ModerationEntry, 'act' | 'details'>) {
  const { days, until, listings, from, to, caption } = details;
  // The text of a deleted comment or discussion, or the caption of a deleted picture.
  const text = details.text ?? caption;
  if (act === 'suspend') {
    return (
      <>
        {typeof days === 'number' && formatSuspensionLength(days)}
        {typeof until === 'string' && (
          <>
            , until <DateTime value={until} />
          </>
        )}
        {typeof listings === 'number' && listings > 0 && (
          <>, {listings === 1 ? '1 listing' : `${listings} listings`} withdrawn</>
        )}
      </>
    );
  }
  if (act === 'give-role') {
    return (
      <>
        From {from} to {to}
      </>
    );
  }
  if (act === 'give-further-role' || act === 'take-further-role') return <>{details.role}</>;
  if (typeof details.amount === 'number') return <MoneyAmount cents={details.amount} />;
  if (act === 'grant-card') {
    return (
      <>
        {details.card} of {details.game}
      </>
    );
  }
  if (typeof text !== 'string' || text === '') return null;
  return (
    <>
      {typeof details.profile === 'string' && <>On the profile of {details.profile}: </>}
      {typeof details.discussion === 'string' && (
        <>
          In “<bdi>{details.discussion}</bdi>”:{' '}
        </>
      )}
      {typeof details.title === 'string' && (
        <>
          “<bdi>{details.title}</bdi>”:{' '}
        </>
      )}
      <DeletedText text={text} />
    </>
  );
}
