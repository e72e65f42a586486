/**
 * Types of the packages in test/load/package.json, as far as the benchmarks use them. `npm run check` runs without
 * these packages, so it can't use their own types.
 */

declare module 'lighthouse' {
  interface Audit {
    readonly title: string;
    /** From 0 to 1; null if the audit does not apply. */
    readonly score: number | null;
    readonly displayValue?: string;
    readonly numericValue?: number;
  }

  interface Category {
    readonly score: number | null;
    readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
  }

  interface Result {
    readonly categories: Readonly<Record<string, Category>>;
    readonly audits: Readonly<Record<string, Audit>>;
    readonly runtimeError?: { readonly message: string };
  }

  interface Flags {
    /** The browser's debugging port. */
    readonly port: number;
    readonly onlyCategories: readonly string[];
    readonly disableStorageReset: boolean;
    readonly logLevel: 'silent' | 'error' | 'info' | 'verbose';
  }

  export default function lighthouse(url: string, flags: Flags): Promise<{ readonly lhr: Result } | undefined>;
}

declare module 'socket.io' {
  import type { Server as HttpServer } from 'node:http';

  export interface Socket {
    readonly handshake: { readonly auth: Readonly<Record<string, unknown>> };
    readonly conn: { readonly transport: object; close(discard?: boolean): void };
    join(room: string): Promise<void> | void;
    on(event: 'message', listener: (recipientId: string, content: string, acknowledge: () => void) => void): this;
  }

  export class Server {
    readonly sockets: { readonly sockets: ReadonlyMap<string, Socket> };
    constructor(server: HttpServer);
    on(event: 'connection', listener: (socket: Socket) => void): this;
    to(room: string): { emit(event: string, ...values: unknown[]): boolean };
    close(): Promise<void>;
  }
}

declare module 'socket.io-client' {
  export interface Socket {
    readonly connected: boolean;
    on<T>(event: 'message', listener: (message: T) => void): this;
    once(event: 'connect', listener: () => void): this;
    emitWithAck(event: string, ...values: unknown[]): Promise<unknown>;
    close(): this;
  }

  export function io(url: string, options: { auth: Record<string, unknown>; forceNew: boolean }): Socket;
}

declare module 'pg' {
  /** A connection to PostgreSQL. */
  export class Client {
    constructor(options: { host: string; user: string; database: string });
    connect(): Promise<void>;
    query(statement: string, values?: readonly unknown[]): Promise<unknown>;
    end(): Promise<void>;
  }
}

declare module 'undici' {
  /** A connection to an origin, which is kept alive. */
  export class Client {
    constructor(origin: string);
    request(options: {
      method: string;
      path: string;
      body?: string | undefined;
      headers: Readonly<Record<string, string>>;
    }): Promise<{ statusCode: number; body: { text(): Promise<string> } }>;
    destroy(): Promise<void>;
  }
}
