/** The relation of a viewer to another account. */
export interface Relation {
  /**
   * `pending`: the viewer's friend request waits for an answer. `asked`: the other's request waits.
   * `visitor`: the viewer is not logged in.
   */
  state: 'visitor' | 'self' | 'none' | 'pending' | 'asked' | 'friends';
  /** Whether the viewer has blocked the other. */
  blocked: boolean;
  /**
   * Whether a request or message is possible: neither blocked the other, neither is a guest, and the other
   * is not suspended.
   */
  reachable: boolean;
}
