import { useEffect, useRef, useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import type { Unread } from '#shared/schemas/socket-events.ts';
import { useRootData } from '../viewer.ts';
import type { LiveHub } from './live-hub-types.ts';

/** Returns the unread counts that arrived last by socket; null when those of the page are newer. */
export function useLiveUnread(hub: LiveHub): Unread | null {
  const [received, setReceived] = useState<Unread | null>(null);
  const receivedAt = useRef(0);
  const requestedAt = useRef(0);
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  const isLoading = navigation.state !== 'idle' || revalidator.state !== 'idle';
  const loaded = useRootData()?.unread;
  useEffect(
    () =>
      hub.subscribe('unread', (unread) => {
        receivedAt.current = performance.now();
        setReceived(unread);
      }),
    [hub],
  );
  useEffect(() => {
    if (isLoading) requestedAt.current = performance.now();
  }, [isLoading]);
  useEffect(() => {
    // Counts that arrived while the page was being loaded may be newer than those of the page.
    if (loaded !== undefined && receivedAt.current < requestedAt.current) setReceived(null);
  }, [loaded]);
  return received;
}
