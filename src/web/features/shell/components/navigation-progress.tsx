import { useNavigation } from 'react-router';

/** A thin line at the top while the next page loads; it appears after 150 ms. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  if (!busy) return null;
  return (
    <div
      aria-hidden
      className="fixed inset-x-0 top-0 z-40 h-0.5 origin-left animate-advance bg-accent [animation-delay:150ms] [animation-fill-mode:both] motion-reduce:animate-none"
    />
  );
}
