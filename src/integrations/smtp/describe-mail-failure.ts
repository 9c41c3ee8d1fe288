// Codes of Nodemailer: cspell:ignore EAUTH ECONNECTION EDNS ESOCKET ETLS EENVELOPE EMESSAGE EOTHER

/** What the codes of the mail client mean. They say in which part of the conversation with the server it failed. */
const meanings: Record<string, string> = {
  EAUTH: 'The mail server refused the username or the password.',
  ECONNECTION: 'The mail server cannot be reached.',
  EDNS: 'The name of the mail server is unknown.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ESOCKET: 'The connection to the mail server broke.',
  ETLS: 'There is no encrypted connection to the mail server.',
  EENVELOPE: 'The mail server refused the sender or the receiver.',
  EMESSAGE: 'The mail server refused the mail.',
};

const errorMax = 300;

/**
 * Why a mail was not sent, in one line: what it means, then the words of the mail server. Addresses are left out,
 * because it is shown beside mails of other people, and so that the same reason has the same text.
 */
export function describeMailFailure(error: unknown): string {
  const { code, response, message } =
    typeof error === 'object' && error !== null
      ? (error as { code?: unknown; response?: unknown; message?: unknown })
      : { code: undefined, response: undefined, message: error };
  const meaning = typeof code === 'string' ? meanings[code] : undefined;
  const words = String(response ?? message ?? '')
    .split(/[\r\n]/, 1)[0]
    ?.replace(/<?[^\s<>"]+@[^\s<>"]+>?/g, '(address)')
    .trim();
  return [meaning, words].filter(Boolean).join(' ').slice(0, errorMax) || 'Unknown error.';
}
