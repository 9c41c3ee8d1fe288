import { useEffect } from 'react';

/** The browser asks before the tab is closed while something is being sent. */
export function useLeaveWarning(isSending: boolean): void {
  useEffect(() => {
    if (!isSending) return;
    const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onBeforeUnload);
    return () => removeEventListener('beforeunload', onBeforeUnload);
  }, [isSending]);
}
