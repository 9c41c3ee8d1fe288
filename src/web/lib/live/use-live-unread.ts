import { useEffect, useRef, useState } from 'react';
import { useNavigation, useRevalidator } from 'react-router';
import type { Unread } from '#shared/schemas/socket-events.ts';
import { useRootData } from '../viewer.ts';
import type { LiveHub } from './live-hub.ts';

/** The counts as last told; null where the page's own are newer. */
export function useLiveUnread(hub: LiveHub): Unread | null {
  const [told, setTold] = useState<Unread | null>(null);
  const toldAt = useRef(0);
  const askedAt = useRef(0);
  const navigation = useNavigation();
  const revalidator = useRevalidator();
  const isLoading = navigation.state !== 'idle' || revalidator.state !== 'idle';
  const loaded = useRootData()?.unread;
  useEffect(
    () =>
      hub.subscribe('unread', (unread) => {
        toldAt.current = performance.now();
        setTold(unread);
      }),
    [hub],
  );
  useEffect(() => {
    if (isLoading) askedAt.current = performance.now();
  }, [isLoading]);
  useEffect(() => {
    // What was told while the page was on its way may not be in it.
    if (loaded !== undefined && toldAt.current < askedAt.current) setTold(null);
  }, [loaded]);
  return told;
}
