/**
 * Makes of a list that many callers are given one answer for all of them, for as long as the list is
 * held.
 */
export function sharedResponse<List extends object, Answer extends object>(
  make: (list: List) => Answer,
): (list: List) => Answer {
  const made = new WeakMap<List, Answer>();
  return (list) => {
    const answer = made.get(list) ?? make(list);
    made.set(list, answer);
    return answer;
  };
}
