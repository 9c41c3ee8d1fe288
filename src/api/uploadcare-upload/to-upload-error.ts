import { WireFault } from './parse-fields.ts';
import { BrokenForm } from './parse-multipart.ts';
import { type WireError, wire, wireError } from './responses.ts';
import { SilentBody } from './stalled-body.ts';

/** What a failure is called on the wire; null for what is a fault of ours. */
export function toUploadError(error: unknown): WireError | null {
  if (error instanceof WireFault) return error.wire;
  if (error instanceof SilentBody) {
    return wire(408, 'RequestTimeoutError', 'Nothing of the request came for too long.');
  }
  if (error instanceof BrokenForm) {
    return wire(400, 'PostRequestParserFailedError', 'HTTP POST request parsing failed.');
  }
  return wireError(error);
}
