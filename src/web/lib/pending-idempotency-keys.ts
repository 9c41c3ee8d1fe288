/** Idempotency keys of forms that this tab sent and that have no answer yet. */
const unanswered = new Set<string>();

/** Records that a form with this key was sent. */
export function markSent(key: string): void {
  unanswered.add(key);
}

/** Records that the server has answered the form with this key. */
export function markAnswered(key: string): void {
  unanswered.delete(key);
}

/** Whether a form with this key was sent and has no answer yet; the server may have carried it out. */
export function isPending(key: string): boolean {
  return unanswered.has(key);
}
