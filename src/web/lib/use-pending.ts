import { useNavigation } from 'react-router';

/**
 * Whether a form is being sent. With `match`, such as `{ intent: 'buy' }`, only a form with these inputs
 * counts. For a fetcher use `fetcher.state` instead.
 */
export function usePending(match: Record<string, string> = {}): boolean {
  const { state, formData } = useNavigation();
  if (state === 'idle' || !formData) return false;
  return Object.entries(match).every(([name, value]) => formData.get(name) === value);
}
