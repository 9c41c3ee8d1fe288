import { ServerResponse } from 'node:http';
import { isStringOneByteRepresentation } from 'node:v8';

// Loaded into the built server before its own code. For each page that is sent as one string it prints whether V8
// stores it in one byte a character.
const { end } = ServerResponse.prototype;
ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
  const [page] = args;
  if (typeof page === 'string' && page.startsWith('<!DOCTYPE html>'))
    process.stdout.write(`page in one byte: ${isStringOneByteRepresentation(page)}\n`);
  return Reflect.apply(end, this, args);
} as typeof end;
