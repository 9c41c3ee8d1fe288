import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { limitRequestSilence } from './lib/framework-patches/limit-request-silence.ts';
import { scriptInstrumentation } from './lib/script-failure.ts';

// The router's own requests can be given no time limit otherwise.
window.fetch = limitRequestSilence(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[scriptInstrumentation]} />
    </StrictMode>,
  );
});
