/** The relation of a viewer to another account. */
export interface Relation {
  /**
   * `pending`: the viewer sent a friend request that has no answer yet. `received`: the viewer received one
   * and has not answered it. `visitor`: the viewer is not logged in.
   */
  state: 'visitor' | 'self' | 'none' | 'pending' | 'received' | 'friends';
  /** Whether the viewer has blocked the other. */
  blocked: boolean;
  /**
   * Whether a request or message is possible: neither blocked the other, neither is a guest, and the other
   * is not suspended.
   */
  reachable: boolean;
}
