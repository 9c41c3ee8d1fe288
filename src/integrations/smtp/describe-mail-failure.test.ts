// Codes of Nodemailer: cspell:ignore EAUTH ECONNECTION EDNS ESOCKET ETLS EENVELOPE EMESSAGE EOTHER

import { expect, test } from 'vitest';
import { describeMailFailure } from './describe-mail-failure.ts';

test.each([
  [
    Object.assign(new Error('Mail command failed'), {
      code: 'EENVELOPE',
      response: '550 5.7.1 <ada@guild.example>: Recipient rejected\r\nmore',
    }),
    'The mail server refused the sender or the receiver. 550 5.7.1 (address): Recipient rejected',
  ],
  [
    Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25'), { code: 'ECONNECTION' }),
    'The mail server cannot be reached. connect ECONNREFUSED 127.0.0.1:25',
  ],
  [Object.assign(new Error('odd'), { code: 'EOTHER' }), 'odd'],
  ['a text', 'a text'],
  [null, 'Unknown error.'],
  [new Error('x'.repeat(1_000)), 'x'.repeat(300)],
])('%s is described', (error, text) => expect(describeMailFailure(error)).toBe(text));
