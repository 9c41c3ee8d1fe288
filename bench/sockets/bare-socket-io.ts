import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { socketConstants } from '#shared/constants/server/sockets.ts';
import { serveHeapReports } from './heap-reports.ts';

// A plain socket.io server for comparison: clients name rooms, and messages are not stored.
const http = createServer();
const io = new Server(http, { path: socketConstants.path, serveClient: false });
io.on('connection', (socket) => {
  let room = '';
  socket.on('join', (name: string, ack: () => void) => {
    room = name;
    void socket.join(name);
    ack();
  });
  socket.on('message', (message: object, ack: (answer: object) => void) => {
    io.to(room).emit('message', message);
    ack({ ok: true });
  });
});
serveHeapReports(http);
