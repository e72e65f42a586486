/** Tests of the ports on which the local cloud listens. */
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { findFreePort, listen, waitUntilListening } from './ports.ts';

/** The pauses between attempts take no time in these tests. */
vi.mock('node:timers/promises', () => ({ setTimeout: async () => {} }));

describe('listen', () => {
  it('suggests a port that is surely free if the port is in use', async () => {
    const server = createServer();
    const port = await listen(server, 0);

    const attempt = listen(createServer(), port);

    await expect(attempt).rejects.toThrow(`Port ${port} is in use.`);
    await expect(attempt).rejects.toThrow(/npm start -- --port 0$/);

    server.close();
  });
});

describe('waitUntilListening', () => {
  it('waits for a program that a busy machine starts slowly', async () => {
    const port = await findFreePort();
    const server = createServer();
    let attempts = 0;

    await waitUntilListening(port, () => {
      attempts += 1;
      if (attempts === 2000) server.listen(port, '127.0.0.1');
    });

    expect(attempts).toBeGreaterThanOrEqual(2000);
    server.close();
  });

  it('stops waiting for a program that has ended', async () => {
    const assertRunning = () => {
      throw new Error('It has ended.');
    };

    await expect(waitUntilListening(await findFreePort(), assertRunning)).rejects.toThrow('It has ended.');
  });
});
