/**
 * Tests of the local cloud's HTTP server. It sends a request to the service that is mounted at the first part of its
 * path, and all others to the site.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { HttpServer } from './http-server.ts';

const socketServer = new WebSocketServer({ noServer: true });
let server: HttpServer;
let port: number;

beforeEach(async () => {
  server = new HttpServer((request, response) => void response.end(`site ${request.url}`));
  server.mount('s3', (request, response) => void response.end(`s3 ${request.url}`));
  server.mount(
    'live',
    (request, response) => void response.end(`live ${request.url}`),
    (request, stream, head) => socketServer.handleUpgrade(request, stream, head, (socket) => socket.send('hello')),
  );
  port = await server.start();
});
afterEach(async () => {
  for (const socket of socketServer.clients) socket.terminate();
  await server.close();
});

describe('HttpServer', () => {
  it.each([
    ['/s3/files/a.txt?x=1', 's3'],
    ['/s3', 's3'],
    ['/live/@connections/1', 'live'],
    ['/live?ticket=1', 'live'],
    ['/', 'site'],
    ['/s3-files', 'site'],
    ['/files/s3', 'site'],
    ['/?next=/s3', 'site'],
  ])('sends %s unchanged to %s', async (path, name) => {
    expect(await (await fetch(`http://127.0.0.1:${port}${path}`)).text()).toBe(`${name} ${path}`);
  });

  it('sends a WebSocket handshake to its service', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/live?ticket=1`);
    const [frame] = await once(socket, 'message');
    expect(String(frame)).toBe('hello');
  });

  it.each(['/', '/s3', '/lively'])('ends a WebSocket handshake for %s, which has no sockets', async (path) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`);
    await expect(once(socket, 'open')).rejects.toThrow('socket hang up');
  });

  it('leaves handshakes for / to a second listener, as in development', async () => {
    server.server.on('upgrade', (request, stream, head) => {
      if (request.url === '/') socketServer.handleUpgrade(request, stream, head, (socket) => socket.send('reload'));
    });

    const [frame] = await once(new WebSocket(`ws://127.0.0.1:${port}/`), 'message');
    expect(String(frame)).toBe('reload');
  });

  it('closes while a client keeps a connection open', async () => {
    const client = connect(port, '127.0.0.1');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /unfinished HTTP/1.1\r\n');
    await once(client, 'data');
    const closing = once(client, 'close');

    await server.close();
    await closing;
  });
});
