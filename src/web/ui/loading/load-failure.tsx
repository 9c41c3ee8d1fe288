import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNetworkError, networkErrorText } from '#web/lib/connection/network-errors.ts';
import { useShownRequestId } from '#web/lib/errors/failed-request-id.ts';
import { EmptyState } from '../empty-state.tsx';
import { TryAgain } from './try-again.tsx';

interface LoadFailureProps {
  icon?: LucideIcon;
  error: unknown;
  /** The error text. */
  children: ReactNode;
}

/** The error text in place of a part of a screen that could not be loaded. */
export function LoadFailure({ icon, error, children }: LoadFailureProps) {
  const requestId = useShownRequestId();
  const isOffline = isNetworkError(error);
  return (
    <EmptyState icon={icon} action={<TryAgain />}>
      {children}
      {isOffline && <span className="mt-1 block text-base">{networkErrorText}</span>}
      {!isOffline && requestId && (
        <span className="mt-1 block text-sm">
          Request <code className="select-all wrap-anywhere">{requestId}</code>
        </span>
      )}
    </EmptyState>
  );
}
