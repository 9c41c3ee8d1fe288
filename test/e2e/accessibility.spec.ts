import { testData } from './fixtures/create-test-users.ts';
import { testScreens } from './fixtures/screen-test.ts';
import { screensOfRun } from './fixtures/screens.ts';
import { test } from './fixtures/test.ts';

test.use({ server: 'community' });
// Each worker takes the next screen, so that none is idle at the end.
test.describe.configure({ mode: 'parallel' });

testScreens(screensOfRun(testData));
