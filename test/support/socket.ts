import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { WebSocket } from 'ws';
import { contract } from '../../shared/contract/contract.ts';
import type { Message } from '../../shared/contract/messages.ts';
import { type ClientFrame, type ServerFrame, serverFrame } from '../../shared/contract/socket.ts';
import type { Member } from './member.ts';

type Wanted<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

const PATIENCE_MS = 10_000;

/** An open WebSocket of a member, and every frame that has come through it. */
export class MemberSocket {
  readonly frames: ServerFrame[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Set<() => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => {
      this.frames.push(serverFrame.parse(JSON.parse(String(data))));
      for (const look of this.#waiting) look();
    });
  }

  /** Opens a socket for a member, with a ticket of its own. */
  static async open(member: Member, url = inject('target').config.socketUrl): Promise<MemberSocket> {
    const { body } = await member.call(contract.messages.ticket, {});
    return new MemberSocket(await handshake(`${url}?ticket=${encodeURIComponent(body.ticket)}`));
  }

  send(frame: ClientFrame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** Sends anything at all. */
  sendRaw(data: string | Buffer): void {
    this.#socket.send(data);
  }

  /** The first frame of a type that is as wanted, among those that came and those to come. */
  next<T extends ServerFrame['type']>(type: T, wanted: (frame: Wanted<T>) => boolean = () => true): Promise<Wanted<T>> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const found = this.frames.find(
          (frame): frame is Wanted<T> => frame.type === type && wanted(frame as Wanted<T>),
        );
        if (!found) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(found);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`No ${type} frame came. There came: ${JSON.stringify(this.frames).slice(0, 1000)}`));
      }, PATIENCE_MS);
      this.#waiting.add(look);
      look();
    });
  }

  /** Sends a message, and waits until it is stored. */
  async say(recipient: Member, content: string, clientMessageId: string = randomUUID()): Promise<Message> {
    this.send({ action: 'sendMessage', clientMessageId, recipientId: recipient.userId, content });
    return (await this.next('sent', ({ message }) => message.clientMessageId === clientMessageId)).message;
  }

  /** Sends a message that is to be refused, and waits for the reason. */
  async isRefused(frame: Omit<Extract<ClientFrame, { action: 'sendMessage' }>, 'action' | 'clientMessageId'>) {
    const clientMessageId = randomUUID();
    this.send({ action: 'sendMessage', clientMessageId, ...frame });
    return this.next('error', (error) => error.clientMessageId === clientMessageId);
  }

  /** Resolves with the close code when the socket ends. */
  ended(): Promise<number> {
    return new Promise((resolve) => {
      if (this.#socket.readyState === WebSocket.CLOSED) resolve(-1);
      else this.#socket.once('close', resolve);
    });
  }

  async close(): Promise<void> {
    const ended = this.ended();
    this.#socket.close();
    await ended;
  }
}

/**
 * Opens a WebSocket.
 *
 * @throws Error with the status of a refused handshake
 */
export function handshake(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);
    socket.once('open', () => {
      socket.removeAllListeners('error');
      socket.on('error', () => {});
      resolve(socket);
    });
    socket.once('unexpected-response', (request, response) => {
      request.destroy();
      reject(new Error(String(response.statusCode)));
    });
    socket.once('error', reject);
  });
}
