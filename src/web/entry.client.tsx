import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { limitRequestSilence } from './lib/framework-patches/limit-request-silence.ts';
import { scriptInstrumentation } from './lib/script-failure.ts';

// The router has no option for a time limit of its requests.
window.fetch = limitRequestSilence(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[scriptInstrumentation]} />
    </StrictMode>,
  );
});
