import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy that can drop the WebSockets it carries. */
export interface DroppableProxy {
  readonly port: number;
  /** Returns how many WebSockets are open. */
  readonly countSockets: () => number;
  /** Resets all open WebSockets, and returns their number. Neither end receives a close frame. */
  readonly dropSockets: () => number;
  close(): Promise<void>;
}

/** Starts a proxy in front of a port of 127.0.0.1. */
export async function startDroppableProxy(targetPort: number): Promise<DroppableProxy> {
  const connections = new Set<Socket>();
  const webSockets = new Set<Socket>();
  const server = createServer((client) => {
    const target = connect(targetPort, '127.0.0.1');
    for (const [source, destination] of [
      [client, target],
      [target, client],
    ] as const) {
      source.on('error', () => {});
      source.on('close', () => destination.destroy());
      source.pipe(destination);
    }

    connections.add(client);
    client.on('close', () => {
      connections.delete(client);
      webSockets.delete(client);
    });
    // The server's first bytes accept the handshake, because browsers open a new connection for each WebSocket.
    target.once('data', (chunk: Buffer) => {
      if (chunk.toString('latin1').startsWith('HTTP/1.1 101')) webSockets.add(client);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    countSockets: () => webSockets.size,
    dropSockets: () => {
      const openSockets = [...webSockets];
      for (const socket of openSockets) socket.resetAndDestroy();
      webSockets.clear();
      return openSockets.length;
    },
    close: async () => {
      for (const connection of connections) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
