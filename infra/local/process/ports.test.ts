/** Tests of the ports on which the local cloud listens. */
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { listen } from './ports.ts';

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
