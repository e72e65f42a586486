import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { type Socket as ClientSocket, io } from 'socket.io-client';
import type { Pair, Talker } from './talk.ts';

interface Text {
  readonly sender: string;
  readonly content: string;
}

/** What Fathom is compared with: a chat as a tutorial builds it, with the library's default settings, and no store. */
export class PlainChat {
  readonly #server: Server;
  readonly #url: string;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.#url = url;
  }

  static async start(): Promise<PlainChat> {
    const http = createServer();
    const server = new Server(http);
    server.on('connection', (socket) => {
      const sender = String(socket.handshake.auth.userId);
      void socket.join(sender);
      socket.on('message', (recipientId: string, content: string, answer: () => void) => {
        server.to(recipientId).emit('message', { sender, content } satisfies Text);
        answer();
      });
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return new PlainChat(server, `http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  }

  async pairs(count: number): Promise<Pair[]> {
    const talker = (number: number) => new PlainTalker(`diver${number}`, this.#url);
    const pairs = Array.from({ length: count }, (_, pair) => [talker(2 * pair), talker(2 * pair + 1)] as const);
    await Promise.all(pairs.flat().map((one) => one.connected()));
    return pairs;
  }

  /** Breaks about so large a share of the connections, without a word to either end. */
  cut(share: number): number {
    const chosen = [...this.#server.sockets.sockets.values()].filter(() => Math.random() < share);
    for (const socket of chosen) cut(socket);
    return chosen.length;
  }

  async close(): Promise<void> {
    await this.#server.close();
  }
}

function cut({ conn }: Socket): void {
  const { socket } = conn.transport as unknown as { socket?: { terminate(): void } };
  // While it still polls there is no connection to break, but a session to end.
  if (socket) socket.terminate();
  else conn.close(true);
}

class PlainTalker implements Talker {
  readonly userId: string;
  onHeard: (content: string) => void = () => {};
  readonly #socket: ClientSocket;
  readonly #received: string[] = [];

  constructor(userId: string, url: string) {
    this.userId = userId;
    // Each with a connection of its own: the clients are in one process, as no real ones are.
    this.#socket = io(url, { auth: { userId }, forceNew: true });
    this.#socket.on('message', ({ content }: Text) => {
      this.#received.push(content);
      this.onHeard(content);
    });
  }

  connected(): Promise<void> {
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

  received(): string[] {
    return this.#received;
  }

  close(): void {
    this.#socket.close();
  }
}
