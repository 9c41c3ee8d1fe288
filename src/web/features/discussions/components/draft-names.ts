/** The names of drafts, by whose form it is and what about. */
export const draftNames = {
  discussion: (username: string) => `${username}:discussion`,
  edit: (username: string, discussionId: string) => `${username}:discussion:${discussionId}`,
  comment: (username: string, discussionId: string) => `${username}:comment:${discussionId}`,
  commentEdit: (username: string, commentId: string) => `${username}:comment-edit:${commentId}`,
};
