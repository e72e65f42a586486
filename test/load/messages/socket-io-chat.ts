import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { type Socket as ClientSocket, io } from 'socket.io-client';
import type { ChatClient, ClientPair } from './ping-pong.ts';

/** A message, as the server sends it to the recipient. */
interface DeliveredText {
  readonly sender: string;
  readonly content: string;
}

/** A socket.io chat as in a tutorial, with default settings and without storage, to compare Fathom with. */
export class SocketIoChat {
  readonly #server: Server;
  readonly #url: string;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.#url = url;
  }

  /** Starts a server on a free port. */
  static async start(): Promise<SocketIoChat> {
    const http = createServer();
    const server = new Server(http);

    server.on('connection', (socket) => {
      const sender = String(socket.handshake.auth.userId);
      void socket.join(sender);
      socket.on('message', (recipientId: string, content: string, acknowledge: () => void) => {
        server.to(recipientId).emit('message', { sender, content } satisfies DeliveredText);
        acknowledge();
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));

    return new SocketIoChat(server, `http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  }

  /** Connects new members in pairs. */
  async connectPairs(count: number): Promise<ClientPair[]> {
    const connect = (number: number) => new SocketIoClient(`member${number}`, this.#url);
    const pairs = Array.from({ length: count }, (_, pair) => [connect(2 * pair), connect(2 * pair + 1)] as const);
    await Promise.all(pairs.flat().map((client) => client.waitUntilConnected()));
    return pairs;
  }

  /**
   * Cuts about this share of the connections without notifying either end. Returns the number of cut connections.
   */
  cutConnections(share: number): number {
    const sockets = [...this.#server.sockets.sockets.values()].filter(() => Math.random() < share);
    for (const socket of sockets) cutConnection(socket);
    return sockets.length;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}

/** Cuts a connection as if the network had failed. */
function cutConnection({ conn }: Socket): void {
  const { socket } = conn.transport as unknown as { socket?: { terminate(): void } };
  // A client that still uses polling has no connection to cut, so its session is closed.
  if (socket) socket.terminate();
  else conn.close(true);
}

/** A client of {@link SocketIoChat} without a screen. */
class SocketIoClient implements ChatClient {
  readonly userId: string;
  onMessage: (content: string) => void = () => {};
  readonly #socket: ClientSocket;
  readonly #receivedContents: string[] = [];

  constructor(userId: string, url: string) {
    this.userId = userId;
    // Otherwise, all clients of this process would share one connection.
    this.#socket = io(url, { auth: { userId }, forceNew: true });
    this.#socket.on('message', ({ content }: DeliveredText) => {
      this.#receivedContents.push(content);
      this.onMessage(content);
    });
  }

  waitUntilConnected(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#socket.connected) resolve();
      else this.#socket.once('connect', resolve);
    });
  }

  async send(recipientId: string, content: string): Promise<boolean> {
    try {
      await this.#socket.emitWithAck('message', recipientId, content);
      return true;
    } catch {
      return false;
    }
  }

  listReceived(): string[] {
    return this.#receivedContents;
  }

  close(): void {
    this.#socket.close();
  }
}
