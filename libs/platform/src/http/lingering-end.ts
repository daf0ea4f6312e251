import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';

/** How long a client may go on sending after the last answer. */
const LINGER_MS = 5_000;

/**
 * Ends a connection so that its last answer arrives. Closed while the client still sends, TCP resets it, and the reset takes what the
 * client has not read yet with it. So our side ends first, and what still comes is thrown away until the client's side ends too, or for
 * 5 s (RFC 9112, 9.6).
 */
export function endLingering(socket: Socket): void {
  socket.end();
  socket.resume();
  const limit = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('end', () => socket.destroySoon());
  socket.once('close', () => clearTimeout(limit));
}

/** Lets the last answer on a connection arrive, though its request was refused before it was there as a whole. */
export function keepLastAnswers(server: Server): void {
  server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    // What Node calls after the last answer, and it closes at once.
    socket.destroySoon = () => {
      if (request.complete || socket.readableEnded || socket.writableEnded) Socket.prototype.destroySoon.call(socket);
      else endLingering(socket);
    };
  });
}
