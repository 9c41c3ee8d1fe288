import { expect, it } from 'vitest';
import { createLog } from '#server/bootstrap/log.ts';
import { readConfig } from '#server/config/config.ts';
import { watchForUntrustedProxy } from './warn-of-untrusted-proxy.ts';

function watch(TRUST_PROXY = '0') {
  const lines: string[] = [];
  const log = createLog('warn', { write: (line) => void lines.push(line) });
  const note = watchForUntrustedProxy({ config: readConfig({ TRUST_PROXY }), log });
  return { lines, note };
}

const forwarded = new Headers({ 'X-Forwarded-For': '203.0.113.7' });

it.each(['127.0.0.1', '10.1.2.3', '172.20.0.5', '::1', '::ffff:192.168.1.1', 'fd00::5'])(
  'a forwarding header from %s is logged once where no proxy is trusted',
  (address) => {
    const { lines, note } = watch();
    note(address, new Headers());
    expect(lines).toEqual([]);
    note(address, forwarded);
    note(address, forwarded);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('TRUST_PROXY');
    expect(lines[0]).not.toContain('203.0.113.7');
  },
);

it('is not logged for a public IP address, whose headers prove nothing', () => {
  const { lines, note } = watch();
  for (const address of ['203.0.113.1', '2001:db8::1']) note(address, forwarded);
  expect(lines).toEqual([]);
});

it('is not logged if a trusted proxy is configured', () => {
  const { lines, note } = watch('1');
  note('10.1.2.3', forwarded);
  expect(lines).toEqual([]);
});
