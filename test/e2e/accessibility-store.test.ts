import { accountScreens } from './fixtures/account-screens.ts';
import { testData } from './fixtures/create-test-users.ts';
import { storeScreens } from './fixtures/store-screens.ts';
import { testAccessibility } from './fixtures/test-accessibility.ts';

testAccessibility([...storeScreens(testData), ...accountScreens(testData)]);
