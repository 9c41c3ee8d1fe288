/** Who acts, why and when, for the log. */
export interface ModeratorAct {
  moderatorId: string;
  reason: string;
  at: Date;
}
