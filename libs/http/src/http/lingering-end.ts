import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';

/** How long a client that still sends may send nothing after the last answer. */
const QUIET_SECONDS = 5;
/** How long it may go on sending. */
const LINGER_SECONDS = 30;

/**
 * Ends a connection so that its last answer arrives. Closed while the client still sends, TCP resets it, and the reset takes what the
 * client has not read yet with it. So our side ends first, and what still comes is thrown away until the client's side ends too, says
 * nothing for 5 s, or has gone on for 30 s (RFC 9112, 9.6; the times are nginx' lingering_timeout and lingering_time).
 */
export function endLingering(socket: Socket): void {
  socket.end();
  socket.resume();
  // Checked each second, not when the time has expired: while this process was paused nothing was checked, and the client was not silent.
  // Bytes are counted, for a connection whose parser reads it emits no data.
  let read = socket.bytesRead;
  let [lingered, quiet] = [0, 0];
  const looks = setInterval(() => {
    lingered += 1;
    quiet = socket.bytesRead === read ? quiet + 1 : 0;
    read = socket.bytesRead;
    if (quiet === QUIET_SECONDS || lingered === LINGER_SECONDS) socket.destroy();
  }, 1_000).unref();
  socket.once('end', () => socket.destroySoon());
  socket.once('close', () => clearInterval(looks));
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
