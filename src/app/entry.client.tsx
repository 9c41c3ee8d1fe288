import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { chunkWatch } from './components/chunk-failure.ts';
import { limitSilence } from './time-limit.ts';

// The router's own requests can be given no time limit otherwise.
window.fetch = limitSilence(window.fetch.bind(window));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter instrumentations={[chunkWatch]} />
    </StrictMode>,
  );
});
