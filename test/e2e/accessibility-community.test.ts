import { communityScreens } from './fixtures/community-screens.ts';
import { galleryScreens } from './fixtures/gallery-screens.ts';
import { marketScreens } from './fixtures/market-screens.ts';
import { props } from './fixtures/startup-script.ts';
import { testAccessibility } from './fixtures/test-accessibility.ts';

testAccessibility([...marketScreens(props), ...communityScreens(props), ...galleryScreens(props)]);
