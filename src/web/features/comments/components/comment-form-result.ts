/** The result of a form about comments on a profile. */
export interface CommentAnswer {
  posted?: string;
  deleted?: string;
  error?: { code: string; message: string; fields: Record<string, string> };
  /** The typed values of a rejected form. */
  typed?: Record<string, string>;
}
