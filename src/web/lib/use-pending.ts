import { useNavigation } from 'react-router';

/**
 * Whether a form is being sent: any, or the one whose inputs include `match`, such as
 * `{ intent: 'buy' }`. For fetchers ask `fetcher.state` instead.
 */
export function usePending(match: Record<string, string> = {}): boolean {
  const { state, formData } = useNavigation();
  if (state === 'idle' || !formData) return false;
  return Object.entries(match).every(([name, value]) => formData.get(name) === value);
}
