import type { Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Server as NetServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export const HOST = '127.0.0.1';

/**
 * Maximum attempts to connect to a starting program. With the interval below, they take a minute. A program that ends is
 * detected immediately, so this limit only matters for one that hangs. A busy machine can delay a start for many seconds.
 */
const MAX_ATTEMPTS = 6000;
const ATTEMPT_INTERVAL_MS = 10;

/** Functions that stop the parts of a local cloud, called in reverse order. */
export type Closers = (() => Promise<void> | void)[];

/** Returns a free port, for programs that take a port as an argument. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));

  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Makes a server listen on the loopback interface.
 *
 * @returns the server's port.
 * @throws Error with instructions if the port cannot be used.
 */
export async function listen(server: NetServer, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(explainListenError(error, port)));
    server.listen(port, HOST, resolve);
  });

  return (server.address() as AddressInfo).port;
}

/** Returns an error with instructions if a port cannot be used. Returns other errors unchanged. */
function explainListenError(error: NodeJS.ErrnoException, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        // Doesn't suggest the next port: if another local cloud uses this one, its local Stripe uses the next.
        `Port ${port} is in use. Stop the program that uses it, or let Fathom pick a free port: npm start -- --port 0`,
      );
    case 'EACCES':
      return new Error(`You may not use port ${port}. Choose one above 1023: npm start -- --port 4600`);
    default:
      return error;
  }
}

/** Closes a server together with its open connections. */
export async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

/**
 * Waits until a program accepts connections on a port.
 *
 * @param assertRunning is called before each attempt. Throws to stop waiting.
 */
export async function waitUntilListening(port: number, assertRunning: () => void): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    assertRunning();
    if (await acceptsConnections(port)) return;
    await pause(ATTEMPT_INTERVAL_MS);
  }
  throw new Error(`No program accepted connections on port ${port} within a minute.`);
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: HOST });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
