/** Tests of the site in `npm run dev`: Vite serves the sources, and pages reload when they change. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HttpServer } from '../http/http-server.ts';
import { silentTerminal } from '../process/terminal.ts';
import { Site } from './site.ts';
import { startWebDev } from './web-dev.ts';

const cache = mkdtempSync(join(tmpdir(), 'fathom-web-dev-'));
const site = new Site();
const http = new HttpServer(site.handle);
let url: string;
let web: Awaited<ReturnType<typeof startWebDev>>;

beforeAll(async () => {
  url = `http://127.0.0.1:${await http.start()}`;
  web = await startWebDev({ server: http.server, cache, terminal: silentTerminal });
  site.open({
    // The site sends the configuration unchanged, so one field is enough.
    config: { stage: 'local' } as never,
    policies: { default: "default-src 'none'", payments: 'script-src https://provider.example' },
    media: [],
    renditionKey: 'key',
    api: async (_, response) => void response.end('api'),
    object: () => {},
  });
  site.servePages(web.pages);
});
afterAll(async () => {
  await web.close();
  await http.close();
  rmSync(cache, { recursive: true, force: true });
});

const getText = async (path: string) => (await fetch(url + path, { headers: { accept: 'text/html' } })).text();

it.each(['/', '/dashboard', '/profile/ann'])('serves the page at %s with the hot reload client', async (path) => {
  expect(await getText(path)).toMatch(/@vite\/client[\s\S]*src\/main\.tsx/);
});

it('serves sources as JavaScript', async () => {
  const response = await fetch(`${url}/src/main.tsx`);
  expect(response.headers.get('content-type')).toContain('javascript');
  expect(await response.text()).toContain('createRoot');
});

it('forwards /api and /config.json to the cloud', async () => {
  expect(await getText('/api/me')).toBe('api');
  expect(JSON.parse(await getText('/config.json'))).toEqual({ stage: 'local' });
});

it('serves the hot reload WebSocket on the same port', async () => {
  const token = /wsToken = "([^"]+)"/.exec(await getText('/@vite/client'))?.[1];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
  const firstMessage = await new Promise((resolve, reject) => {
    socket.onmessage = ({ data }) => resolve(JSON.parse(data));
    socket.onerror = reject;
  });
  expect(firstMessage).toEqual({ type: 'connected' });

  socket.close();
});
