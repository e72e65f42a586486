import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { WebSocket } from 'ws';
import { contract } from '../../shared/contract/contract.ts';
import type { Message } from '../../shared/contract/messages.ts';
import { type ClientFrame, type ServerFrame, serverFrameSchema } from '../../shared/contract/socket-frames.ts';
import type { Member } from './member.ts';
import { noteChange } from './settled-reads.ts';
import { WAIT_TIMEOUT_MS } from './time-limits.ts';

type MessageFrame = Extract<ClientFrame, { action: 'sendMessage' }>;
type FrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;

/** An open WebSocket of a member, with every frame it has received. */
export class MemberSocket {
  readonly frames: ServerFrame[] = [];
  readonly #socket: WebSocket;
  readonly #userId: string;
  /** Checks of {@link nextFrame} that have found no frame yet. */
  readonly #pendingChecks = new Set<() => void>();

  private constructor(socket: WebSocket, userId: string) {
    this.#socket = socket;
    this.#userId = userId;
    socket.on('message', (data) => {
      noteChange(userId);
      this.frames.push(serverFrameSchema.parse(JSON.parse(String(data))));
      for (const check of this.#pendingChecks) check();
    });
  }

  /** Opens a socket for a member, with a new ticket. */
  static async open(member: Member, url = inject('target').config.socketUrl): Promise<MemberSocket> {
    return MemberSocket.openWithTicket(await MemberSocket.requestTicket(member), member, url);
  }

  /** Requests a ticket, which opens one socket. */
  static async requestTicket(member: Member): Promise<string> {
    return (await member.call(contract.sockets.ticket, {})).body.ticket;
  }

  /** Opens a socket for a member, with a ticket of theirs. */
  static async openWithTicket(
    ticket: string,
    { userId }: Member,
    url = inject('target').config.socketUrl,
  ): Promise<MemberSocket> {
    return new MemberSocket(await handshake(`${url}?ticket=${encodeURIComponent(ticket)}`), userId);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Sends a frame of the contract. */
  send(frame: ClientFrame): void {
    this.#socket.send(JSON.stringify(frame));
    noteChange(this.#userId);
  }

  /** Sends data that may violate the contract. */
  sendRaw(data: string | Buffer): void {
    this.#socket.send(data);
    noteChange(this.#userId);
  }

  /** Returns the first matching frame, received before or after the call. Rejects after a minute. */
  nextFrame<T extends ServerFrame['type']>(
    type: T,
    matches: (frame: FrameOf<T>) => boolean = () => true,
  ): Promise<FrameOf<T>> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const match = this.frames.find(
          (frame): frame is FrameOf<T> => frame.type === type && matches(frame as FrameOf<T>),
        );
        if (!match) return;

        clearTimeout(timer);
        this.#pendingChecks.delete(check);
        resolve(match);
      };

      const timer = setTimeout(() => {
        this.#pendingChecks.delete(check);
        reject(new Error(`No matching ${type} frame. Received: ${JSON.stringify(this.frames).slice(0, 1000)}`));
      }, WAIT_TIMEOUT_MS);

      this.#pendingChecks.add(check);
      check();
    });
  }

  /** Sends a message, waits until it is stored, and returns it. */
  async sendMessage(recipient: Member, content: string, clientMessageId: string = randomUUID()): Promise<Message> {
    this.send({ action: 'sendMessage', clientMessageId, recipientId: recipient.userId, content });
    const { message } = await this.nextFrame('sent', (frame) => frame.message.clientMessageId === clientMessageId);
    return message;
  }

  /** Sends a message that the server must reject, and returns the error frame. */
  async sendExpectingError(frame: Omit<MessageFrame, 'action' | 'clientMessageId'>) {
    const clientMessageId = randomUUID();
    this.send({ action: 'sendMessage', clientMessageId, ...frame });
    return this.nextFrame('error', (error) => error.clientMessageId === clientMessageId);
  }

  /** Resolves with the close code when the socket closes, or -1 if it is already closed. */
  waitForClose(): Promise<number> {
    return new Promise((resolve) => {
      if (this.#socket.readyState === WebSocket.CLOSED) resolve(-1);
      else this.#socket.once('close', resolve);
    });
  }

  async close(): Promise<void> {
    const closeCode = this.waitForClose();
    this.#socket.close();
    await closeCode;
  }
}

/**
 * Opens a WebSocket.
 *
 * @throws Error with the HTTP status of a rejected handshake
 */
export function handshake(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url);

    socket.once('open', () => {
      socket.removeAllListeners('error');
      // Without a listener, Node would throw a later error. The socket also closes then, which tests can wait for.
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
