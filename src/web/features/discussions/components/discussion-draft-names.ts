/** The names of drafts: they contain the account and what the form is about. */
export const discussionDraftNames = {
  discussion: (username: string) => `${username}:discussion`,
  edit: (username: string, discussionId: string) => `${username}:discussion:${discussionId}`,
  comment: (username: string, discussionId: string) => `${username}:comment:${discussionId}`,
  commentEdit: (username: string, commentId: string) => `${username}:comment-edit:${commentId}`,
};
