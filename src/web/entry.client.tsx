import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { scriptInstrumentation } from './lib/connection/script-failure.ts';
import { limitRequestSilence } from './lib/framework-patches/limit-request-silence.ts';
import { followMovedTexts } from './lib/framework-patches/support-translators.ts';

// The router has no option for a time limit of its requests.
window.fetch = limitRequestSilence(window.fetch.bind(window));

followMovedTexts();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[scriptInstrumentation]} />
    </StrictMode>,
  );
});
