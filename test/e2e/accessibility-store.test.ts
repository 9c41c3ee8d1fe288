import { accountScreens } from './fixtures/account-screens.ts';
import { props } from './fixtures/startup-script.ts';
import { storeScreens } from './fixtures/store-screens.ts';
import { testAccessibility } from './fixtures/test-accessibility.ts';

testAccessibility([...storeScreens(props), ...accountScreens(props)]);
