import { createServer } from 'node:net';

/** Starts a fake mail server that accepts every mail. `nextMail` resolves with the next mail, after its envelope's sender. */
export async function startSmtpServer() {
  const waiting: ((mail: string) => void)[] = [];
  const server = createServer((socket) => {
    let mail: string | null = null;
    let sender = '';
    socket.setEncoding('utf8');
    socket.write('220 fake\r\n');
    socket.on('data', (chunk: string) => {
      if (mail !== null) {
        mail += chunk;
        if (!mail.endsWith('\r\n.\r\n')) return;
        waiting.shift()?.(mail);
        mail = null;
        socket.write('250 taken\r\n');
        return;
      }
      for (const line of chunk.split('\r\n').filter(Boolean)) {
        if (line.startsWith('MAIL FROM:')) sender = line;
        if (line === 'DATA') mail = `${sender}\r\n`;
        socket.write(line === 'DATA' ? '354 go on\r\n' : '250 ok\r\n');
        if (line === 'QUIT') socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    nextMail: () => new Promise<string>((resolve) => waiting.push(resolve)),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
