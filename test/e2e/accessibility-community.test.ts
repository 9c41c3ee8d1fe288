import { communityScreens } from './fixtures/community-screens.ts';
import { testData } from './fixtures/create-test-users.ts';
import { galleryScreens } from './fixtures/gallery-screens.ts';
import { marketScreens } from './fixtures/market-screens.ts';
import { testAccessibility } from './fixtures/test-accessibility.ts';

testAccessibility([
  ...marketScreens(testData),
  ...communityScreens(testData),
  ...galleryScreens(testData),
]);
