import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { socketConstants } from '#shared/constants/sockets.ts';
import { serveOrders } from './orders.ts';

// What socket.io does by itself: rooms that clients name, and messages that nobody keeps.
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
serveOrders(http);
