import { expect, test } from 'vitest';
import { createPushBrowser, readVapid } from '#test/fixtures/push-browser.ts';
import { encryptPush } from './encrypt-push.ts';

// The example of RFC 8291, section 5 and appendix A, and below that of RFC 8292.
// cspell:disable
const example = {
  text: 'When I grow up, I want to be a watermelon',
  target: {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  secrets: {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  },
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('the example of RFC 8291 has the bytes of the standard', () => {
  const { text, target, secrets, body } = example;
  expect(encryptPush(text, target, secrets).toString('base64url')).toBe(body);
});

test('two pushes with the same text have different keys, and the browser reads both', () => {
  const browser = createPushBrowser();
  const bodies = [1, 2].map(() => encryptPush('Hello, Smørrebrød', browser.target));
  expect(bodies.map((body) => browser.decrypt(body))).toEqual(
    Array.from({ length: 2 }, () => 'Hello, Smørrebrød'),
  );
  // Salt and sender key.
  expect(new Set(bodies.map((body) => body.subarray(0, 86).toString('hex'))).size).toBe(2);
  expect(new Set(bodies.map((body) => body.subarray(21, 86).toString('hex'))).size).toBe(2);
});

test('the longest text fills what push services accept, and one byte more is refused', () => {
  const browser = createPushBrowser();
  const text = 'x'.repeat(4096 - 86 - 17);
  const body = encryptPush(text, browser.target);
  expect([body.length, browser.decrypt(body)]).toEqual([4096, text]);
  expect(() => encryptPush(`${text}x`, browser.target)).toThrow('too long');
});

test.each([
  ['p256dh', ''],
  ['p256dh', Buffer.alloc(64, 4).toString('base64url')],
  ['p256dh', Buffer.alloc(65, 4).toString('base64url')],
  ['auth', ''],
  ['auth', Buffer.alloc(15).toString('base64url')],
])('a browser with the %s %j gets nothing', (name, value) => {
  expect(() => encryptPush('Hello', { ...createPushBrowser().target, [name]: value })).toThrow();
});

test('the tests read the header of the example of RFC 8292', () => {
  const header =
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
  expect(readVapid(header).claims).toEqual({
    aud: 'https://push.example.net',
    exp: 1453523768,
    sub: 'mailto:push@example.com',
  });
});
