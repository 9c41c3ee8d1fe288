/** Keys of forms that were sent from this tab and not answered yet: whether they were done is open. */
const unanswered = new Set<string>();

/** A form with that key is on its way. */
export function markSent(key: string): void {
  unanswered.add(key);
}

/** The server has said what became of it. */
export function markAnswered(key: string): void {
  unanswered.delete(key);
}

/** Whether a form with that key was sent, and may have been done, without an answer. */
export function isPending(key: string): boolean {
  return unanswered.has(key);
}
