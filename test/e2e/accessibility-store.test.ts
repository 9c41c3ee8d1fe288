import { accountScreens } from './account-screens.ts';
import { props } from './curtain.ts';
import { storeScreens } from './store-screens.ts';
import { testAccessibility } from './test-accessibility.ts';

testAccessibility([...storeScreens(props), ...accountScreens(props)]);
