import { useEffect, useRef, useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import type { Unread } from '#shared/schemas/socket-events.ts';
import { useRootData } from '../root-data.ts';
import type { LiveHub } from './live-context.ts';

/** Returns the unread counts that arrived last by socket; null when those of the page are newer. */
export function useLiveUnread(hub: LiveHub): Unread | null {
  const [received, setReceived] = useState<Unread | null>(null);
  const receivedAt = useRef(0);
  const requestedAt = useRef(0);
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  const isLoading = navigation.state !== 'idle' || revalidator.state !== 'idle';
  const loaded = useRootData()?.unread;
  const known = received ?? loaded;
  const shown = useRef(known);
  useEffect(() => {
    shown.current = known;
  }, [known]);
  useEffect(
    () =>
      hub.subscribe('unread', (unread) => {
        receivedAt.current = performance.now();
        setReceived(unread);
        // Something changed between the rendering of the page and the connection of the socket.
        if (shown.current && hasChanged(shown.current, unread)) hub.markAllChanged();
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

/** Whether pages may show too little. New messages arrive on their own. */
function hasChanged(shown: Unread, unread: Unread): boolean {
  return shown.notices !== unread.notices || shown.offers !== unread.offers;
}
