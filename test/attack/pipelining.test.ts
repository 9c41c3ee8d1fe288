import { afterEach, expect, it } from 'vitest';
import { RawConnections } from './raw-connections.ts';
import { findScript, measureDuring, useTarget } from './target.ts';

const target = useTarget();
const attackers = new RawConnections();
afterEach(() => attackers.closeAll());

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

it('one connection that requests a page 1,800 times and reads nothing does not stop the server', async () => {
  const outcome = await measureDuring(target, async () => {
    await attackers.openMany(target, 1, get('/reference').repeat(1_800));
    await attackers.ended('\r\n');
  });
  expect(outcome).toMatchObject({ unanswered: [] });
  expect(outcome.grownMb).toBeLessThan(100);
});

it('18 connections that request a file 1,230 times each and read nothing do not stop the server', async () => {
  const script = await findScript(target);
  const outcome = await measureDuring(target, async () => {
    await attackers.openMany(target, 18, get(script).repeat(1_230));
    await attackers.ended('\r\n');
  });
  expect(outcome).toMatchObject({ unanswered: [] });
  expect(outcome.grownMb).toBeLessThan(100);
});
