/** What somebody is to who looks. */
export interface Relation {
  /**
   * `pending`: who looks has asked, and sees that as waiting for an answer. `asked`: the other has, and
   * waits. `visitor`: nobody is logged in.
   */
  state: 'visitor' | 'self' | 'none' | 'pending' | 'asked' | 'friends';
  /** Whether who looks has blocked them. */
  blocked: boolean;
  /**
   * Whether a request or message could get there: neither blocked the other, neither is a guest, and
   * the other is not suspended.
   */
  reachable: boolean;
}
