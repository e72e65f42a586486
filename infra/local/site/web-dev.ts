import type { Server } from 'node:http';
import { createLogger, createServer } from 'vite';
import type { Terminal } from '../process/terminal.ts';
import type { Pages } from './site.ts';
import { webConfigFile } from './web-build.ts';

interface WebDevSettings {
  /** The site's own server: the browser hears of changes over it too. */
  readonly server: Server;
  /** Where Vite keeps the dependencies that it has bundled. */
  readonly cache: string;
  readonly terminal: Terminal;
}

/** Serves the web application from its sources, and tells the browser when they change. */
export async function startWebDev(settings: WebDevSettings): Promise<{ pages: Pages; close(): Promise<void> }> {
  const { server, cache, terminal } = settings;
  const vite = await createServer({
    configFile: webConfigFile(),
    cacheDir: cache,
    customLogger: viteLogger(terminal),
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

function viteLogger(terminal: Terminal) {
  const { say, warn } = terminal;
  return createLogger('info', { allowClearScreen: false, console: { ...console, log: say, warn, error: warn } });
}
