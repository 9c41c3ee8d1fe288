import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The specification's route table (spec 2), line for line, then what the product adds. */
export default [
  index('routes/shop.tsx'),
  route('about', 'routes/about.tsx'),
  route('library', 'routes/library.tsx'),
  route('game-session/:gameId', 'routes/game-session.tsx'),
  route('game-info/:gameId', 'routes/game-info.tsx'),
  route('login', 'routes/login.tsx'),
  route('register', 'routes/register.tsx'),
  route('publisher/:id', 'routes/publisher.tsx'),
  route('developer/:id', 'routes/developer.tsx'),
  route('profile', 'routes/profile.tsx'),
  route('profile/edit', 'routes/profile-edit.tsx'),
  route('profile/:username', 'routes/profile-of.tsx'),
  route('profile/:username/inventory', 'routes/inventory.tsx'),

  route('profile/:username/inventory/duplicates', 'routes/duplicates.tsx'),
  route('community/market/listings', 'routes/market-listings.tsx'),
  route('profile/wallet', 'routes/wallet.tsx'),
  route('profile/wallet.csv', 'routes/wallet-csv.ts'),
  route('add-money', 'routes/add-money.tsx'),
  route('daily-reward', 'routes/daily-reward.tsx'),
  route('guest', 'routes/guest.tsx'),
  route('logout', 'routes/logout.ts'),
  route('forgot-password', 'routes/forgot-password.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  route('confirm', 'routes/confirm.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
