import type { Server } from 'node:http';
import { createLogger, createServer } from 'vite';
import type { Terminal } from '../process/terminal.ts';
import type { PageHandler } from './site.ts';
import { findWebConfig } from './web-build.ts';

interface WebDevSettings {
  /** The local cloud's server. It also carries the WebSocket for hot reloading. */
  readonly server: Server;
  /** The folder of Vite's pre-bundled dependencies. */
  readonly cache: string;
  readonly terminal: Terminal;
}

/** Starts Vite's development server, which serves the web app from its sources with hot reloading. */
export async function startWebDev(settings: WebDevSettings): Promise<{ pages: PageHandler; close(): Promise<void> }> {
  const { server, cache, terminal } = settings;
  const vite = await createServer({
    configFile: findWebConfig(),
    cacheDir: cache,
    customLogger: createViteLogger(terminal),
    server: { middlewareMode: true, ws: { server } },
  });

  return {
    pages: (request, response) => {
      vite.middlewares(request, response, (error?: Error) => {
        response.writeHead(error ? 500 : 404, { 'content-type': 'text/plain; charset=utf-8' });
        response.end(`${error?.message ?? 'Not Found'}\n`);
      });
    },
    close: () => vite.close(),
  };
}

/** Creates a logger that prints Vite's messages with those of the cloud, and keeps the terminal's earlier lines. */
function createViteLogger(terminal: Terminal) {
  const { info, warn } = terminal;
  return createLogger('info', { allowClearScreen: false, console: { ...console, log: info, warn, error: warn } });
}
