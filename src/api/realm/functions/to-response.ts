import type { DiscussionWithComments } from '#domain/discussions/lists/list-discussions-with-comments.ts';
import type { CardGroup } from '#domain/inventory/list-held-cards.ts';
import type { UserRecord } from '#domain/profiles/user-records-for-api.ts';

// Converts entities to the field names of `docs/product.md`, 17.2.

/** Money as clients of the API get it: a number of dollars with two decimals. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** A user. Only the user's own record has `email` and `money`. */
export function toUserResponse({ id, description, requests, own, ...shown }: UserRecord) {
  return {
    _id: id,
    username: shown.username,
    name: shown.name,
    desc: description,
    profilePic: shown.profilePic,
    ...(own && { email: own.email, money: toDollars(own.balance) }),
    games: shown.games,
    friends: shown.friends,
    friendRequests: requests.map(toFriendRequestResponse),
    status: shown.status,
  };
}

export function toFriendRequestResponse(sender: string) {
  return { sender, status: 'pending' };
}

export function toInventoryResponse(groups: readonly CardGroup[]) {
  return groups.map(({ gameName, cards }) => ({
    gameName,
    cards: cards.map(({ name, picture, description, rarity }) => ({
      cardName: name,
      cardPic: picture,
      cardDesc: description,
      rarity,
    })),
  }));
}

export function toDiscussionResponse(discussion: DiscussionWithComments) {
  return {
    _id: discussion.id,
    title: discussion.title,
    content: discussion.content,
    game: discussion.game,
    genre: discussion.tags,
    private: discussion.isPrivate,
    author: discussion.author,
    createdAt: discussion.createdAt.toISOString(),
    comments: discussion.comments.map(({ id, author, text, createdAt }) => ({
      _id: id,
      author,
      content: text,
      createdAt: createdAt.toISOString(),
    })),
    commentCount: discussion.commentCount,
  };
}
