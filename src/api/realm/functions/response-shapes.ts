import type { WholeDiscussion } from '#domain/discussions/list-full-discussions.ts';
import type { CardGroup } from '#domain/inventory/list-held-cards.ts';
import type { UserRecord } from '#domain/profiles/user-records.ts';

// Entities with the field names of `docs/product.md`, 17.2.

/** Money as the wire has it: a number of dollars with two decimals. */
export function dollars(cents: number): number {
  return cents / 100;
}

/** A user: `email` and `money` are in the own record alone. */
export function userOf({ id, description, requests, own, ...shown }: UserRecord) {
  return {
    _id: id,
    username: shown.username,
    name: shown.name,
    desc: description,
    profilePic: shown.profilePic,
    ...(own && { email: own.email, money: dollars(own.balance) }),
    games: shown.games,
    friends: shown.friends,
    friendRequests: requests.map(requestOf),
    status: shown.status,
  };
}

export function requestOf(sender: string) {
  return { sender, status: 'pending' };
}

export function inventoryOf(groups: readonly CardGroup[]) {
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

export function discussionOf(discussion: WholeDiscussion) {
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
