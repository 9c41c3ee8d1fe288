import { UserPlus } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { listFriendRequests } from '#domain/friends/requests/list-friend-requests.ts';
import { failureTexts } from '#shared/errors/failure-texts.ts';
import { Alert } from '#web/ui/alert.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pager } from '#web/ui/lists/pager.tsx';
import { FriendRequestRow } from './friend-request-row.tsx';

interface FriendRequestsProps {
  /** Null when they could not be read. */
  requests: (Awaited<ReturnType<typeof listFriendRequests>> & { page: number }) | null;
  /** The id of the request that failed. */
  failedId: string | null;
  now: Date;
}

/** The friend requests of the reader, with their answers. */
export function FriendRequests({ requests, failedId, now }: FriendRequestsProps) {
  const { revalidate } = useRevalidator();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button was removed together with the request.
  const onAnswered = useCallback(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section aria-labelledby="requests">
      <h2 ref={heading} id="requests" tabIndex={-1} className="mb-4 text-xl outline-none">
        Friend requests{' '}
        {requests && requests.total > 0 && (
          <span className="text-muted tabular-nums">({requests.total})</span>
        )}
      </h2>
      {requests === null ? (
        <Alert
          tone="failure"
          action={
            <ButtonLink
              size="sm"
              variant="quiet"
              to=""
              prefetch="none"
              onClick={(event) => {
                event.preventDefault();
                void revalidate();
              }}
            >
              Try again
            </ButtonLink>
          }
        >
          {failureTexts['requests-failed']} ({failedId})
        </Alert>
      ) : requests.total === 0 ? (
        <EmptyState
          icon={UserPlus}
          action={
            <ButtonLink to="/community/social" variant="quiet">
              Find players
            </ButtonLink>
          }
        >
          No friend requests at this time.
        </EmptyState>
      ) : (
        <ul className="grid gap-3">
          {requests.requests.map((request) => (
            <li key={request.username}>
              <FriendRequestRow request={request} now={now} onAnswered={onAnswered} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={requests?.page ?? 1}
        pages={requests?.pages ?? 1}
        param="requests"
        label="Pages of friend requests"
      />
    </section>
  );
}
