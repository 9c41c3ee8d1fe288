import { Credentials } from 'realm-web';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../fixtures/database.ts';
import { createCardSets, createGame, findLedgerViolations } from '../fixtures/factories.ts';
import { callOf, enter, isoTime, password } from './function-callers.ts';
import { useRealmApp } from './realm-app.ts';

const database = useDatabase();
const startRealmApp = useRealmApp(database);
beforeAll(() => createCardSets(database.db));

describe('two players who use only functions', () => {
  it('can edit profiles, earn money, buy games, get cards and sell them', async () => {
    const fixture = await startRealmApp();
    const { db } = database;
    const game = await createGame(db, { name: 'Portal 2', ratingsCount: 50 });
    await createGame(db, { name: 'Portal 2', ratingsCount: 5 });
    const ada = await enter(fixture, 'Ada');
    const grace = await enter(fixture, 'Grace');
    expect(
      await ada.call('registerUser', { email: 'x@example.com', username: 'ADA', password }),
    ).toEqual({ error: 'This username is already taken.' });

    // Profiles.
    await ada.call('rateLimit', 'Ada');
    await ada.call('updateUser', { username: 'Ada', name: 'Ada L.', desc: 'Cards.' });
    const own = await ada.call('getOneUser', 'Ada', ada.loginId);
    expect(own).toEqual({
      _id: expect.any(String),
      username: 'Ada',
      name: 'Ada L.',
      desc: 'Cards.',
      profilePic: 'profile1.webp',
      email: 'ada@example.com',
      money: 0,
      games: [],
      friends: [],
      friendRequests: [],
      status: 'Online',
      inventory: [],
    });
    const seen = (await grace.call('getUserProfile', 'ada')) as object;
    expect(seen).toMatchObject({ username: 'Ada', name: 'Ada L.' });
    for (const hidden of ['email', 'money', 'loginId', 'password']) {
      expect(seen).not.toHaveProperty(hidden);
    }
    expect(await ada.call('getAllUsers')).toEqual([
      expect.objectContaining({ username: 'Grace' }),
      expect.objectContaining({ username: 'Ada' }),
    ]);
    await grace.call('addComment', 'Ada', grace.loginId, 'Grace', 'Hello!');
    expect(await ada.call('getComments', 'Ada')).toEqual({
      comments: [
        {
          _id: expect.any(String),
          authorUsername: 'Grace',
          text: 'Hello!',
          createdAt: expect.stringMatching(isoTime),
        },
      ],
    });

    // Money.
    expect(await ada.call('getLastClaimDate', 'Ada', ada.loginId)).toEqual({ lastClaimDate: null });
    expect(await ada.call('claimDailyReward', 'Ada', ada.loginId)).toEqual({
      success: true,
      amount: 20,
      money: 20,
    });
    expect(await ada.call('claimDailyReward', 'Ada', ada.loginId)).toMatchObject({
      success: false,
      error: 'You have already claimed the reward of today.',
    });
    expect(await ada.call('getLastClaimDate', 'Ada', ada.loginId)).toEqual({
      lastClaimDate: '2026-03-14',
    });
    expect(await ada.call('updateUserMoney', 'Ada', 10.5)).toEqual({ success: true, money: 30.5 });
    await grace.call('updateUserMoney', 'Grace', 5);
    await expect(ada.call('updateUserMoney', 'Ada', 12.349)).rejects.toThrow(
      'An amount has at most two decimals.',
    );
    const unrounded = { username: 'Ada', amount: -9.999, game: 'portal 2' };
    expect(await ada.call('purchaseGame', unrounded)).toEqual({
      error: 'An amount has at most two decimals.',
    });

    // Games: a name means the game with the most ratings, or the owned one.
    const purchase = { username: 'Ada', amount: -9.99, game: 'portal 2' };
    expect(await ada.call('purchaseGame', purchase)).toEqual({ success: true });
    expect(await ada.call('purchaseGame', purchase)).toEqual({
      error: 'You already own this game.',
    });
    expect(await grace.call('purchaseGame', { ...purchase, username: 'Grace' })).toEqual({
      error: 'Not enough money.',
    });
    expect(await ada.call('getAllGamesFromUser', 'Ada')).toEqual({ games: ['Portal 2'] });
    expect(await ada.call('getAllGamesFromUser', 'nobody')).toEqual({
      error: 'No user data found.',
    });
    const [bought] = await db.query.ownedGames.findMany();
    expect(bought?.gameId).toBe(game.id);

    // Cards: the first call starts the play session.
    const reward = () => ada.call('rewardCard', 'Ada', ada.loginId, 'Portal 2');
    expect(await reward()).toEqual({
      success: false,
      error: 'You have begun to play. Ask again in 15 seconds.',
      retryAfterMs: 15_000,
    });
    fixture.ctx.testClock.advance(5_000);
    expect(await reward()).toEqual({
      success: false,
      error: 'The next card is not ready yet. Ask again in 10 seconds.',
      retryAfterMs: 10_000,
    });
    fixture.ctx.testClock.advance(10_000);
    const { card } = (await reward()) as { card: { name: string; rarity: string } };
    expect(card).toEqual({
      name: expect.any(String),
      desc: expect.any(String),
      pic: expect.stringContaining('/art/cards/'),
      rarity: expect.stringMatching(/^(common|uncommon|rare|epic|legendary)$/),
    });
    expect(await grace.call('rewardCard', 'Grace', grace.loginId, 'Portal 2')).toMatchObject({
      success: false,
      error: 'You do not own this game.',
    });
    expect(await ada.call('startPlaying', 'Ada', ada.loginId, 'Portal 2')).toEqual({
      success: true,
      elapsedMs: 0,
      cycleMs: 15_000,
    });
    expect(await grace.call('getUserProfile', 'Ada')).toMatchObject({
      inventory: [{ gameName: 'Portal 2', cards: [{ cardName: card.name }] }],
    });

    // The market.
    const sell = (price: unknown) =>
      ada.call('setCardToMarket', 'Ada', ada.loginId, 'Portal 2', card.name, price);
    expect(await sell('')).toEqual({ success: false, error: 'Please enter a price.' });
    expect(await sell(2.505)).toEqual({
      success: false,
      error: 'A price has at most two decimals.',
    });
    const listed = (await sell('$2,50')) as { itemId: string };
    expect(await ada.call('removeMarketItem', 'Ada', ada.loginId, listed.itemId)).toEqual({
      success: true,
    });
    const { itemId } = (await sell(2.5)) as { itemId: string };
    expect(await grace.call('getAllMarketItems')).toEqual([
      {
        _id: itemId,
        cardName: card.name,
        cardPic: expect.stringContaining('/art/cards/'),
        gameName: 'Portal 2',
        price: 2.5,
        username: 'Ada',
      },
    ]);
    const buy = () => grace.call('buyMarketItem', 'Grace', grace.loginId, itemId);
    expect(await buy()).toEqual({ success: true });
    expect(await buy()).toEqual({ success: true });
    expect(await ada.call('buyMarketItem', 'Ada', ada.loginId, itemId)).toEqual({
      success: false,
      error: 'This item is no longer available.',
    });
    expect(await grace.call('getOneUser', 'Grace', grace.loginId)).toMatchObject({ money: 2.5 });
    expect(await ada.call('getOneUser', 'Ada', ada.loginId)).toMatchObject({ money: 23.01 });
    expect(await findLedgerViolations(db)).toEqual([]);
  });

  it('get the error of the client for functions that cannot be called', async () => {
    const { app } = (await startRealmApp()).openApp();
    const call = callOf(await app.logIn(Credentials.anonymous()));
    await expect(call('getEverything')).rejects.toMatchObject({
      statusCode: 404,
      errorCode: 'FunctionNotFound',
      error: "function not found: 'getEverything'",
    });
    await expect(call('getUserProfile')).rejects.toMatchObject({
      statusCode: 400,
      errorCode: 'InvalidParameter',
    });
    await expect(call('getUserProfile', 'nobody')).rejects.toMatchObject({
      statusCode: 400,
      errorCode: 'FunctionExecutionError',
      error: 'No user data found.',
    });
    await expect(call('loginUser', { username: 'nobody', password })).rejects.toMatchObject({
      statusCode: 400,
      error: 'Incorrect username or password.',
    });
  });

  it('keep their games, cards and money when they register as guests', async () => {
    const { app } = (await startRealmApp()).openApp();
    const call = callOf(await app.logIn(Credentials.anonymous()));
    const guest = (await call('loginGuestUser')) as { username: string; loginId: string };
    expect(guest.username).toMatch(/^Guest-/);
    await call('claimDailyReward', guest.username, guest.loginId);
    await expect(call('updateUserMoney', guest.username, 5)).rejects.toThrow(
      'Guests cannot do this.',
    );
    await call('registerUser', { email: 'linus@example.com', username: 'Linus', password });
    await expect(call('getFriendRequests', guest.username)).rejects.toThrow('Please log in.');
    const { loginId } = (await call('loginUser', { username: 'Linus', password })) as {
      loginId: string;
    };
    expect(await call('getOneUser', 'Linus', loginId)).toMatchObject({ money: 20 });
  });
});
