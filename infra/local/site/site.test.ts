/** Tests of the local site, which serves pages, assets, and `/api` at one origin, like CloudFront. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPageHeaders } from '../../security-headers.ts';
import { HttpServer } from '../http/http-server.ts';
import { readMediaRules, Site, type SiteBackends } from './site.ts';

const web = mkdtempSync(join(tmpdir(), 'fathom-web-'));
mkdirSync(join(web, 'assets'));
writeFileSync(join(web, 'index.html'), '<title>Welcome to Fathom</title>');
writeFileSync(join(web, 'app.html'), '<title>Fathom</title>');
writeFileSync(join(web, 'assets/app-1234.js'), 'console.log("app");'.repeat(50));

const config = {
  stage: 'local',
  region: 'us-east-1',
  userPoolId: 'pool',
  userPoolClientId: 'client',
  authFlow: 'USER_PASSWORD_AUTH',
  emailVerification: 'none',
  testContribution: true,
  apiUrl: 'http://127.0.0.1/api',
  socketUrl: 'ws://127.0.0.1/live',
} as const;

/** Backends that respond with the request that they receive. */
const backends: SiteBackends = {
  config,
  policies: { default: "default-src 'none'", payments: 'script-src https://provider.example' },
  media: [{ bucket: 'files', prefix: 'avatars/' }],
  renditionKey: 'key',
  api: async (request, response) => void response.end(`api ${request.url}`),
  object: (_request, response, bucket, key) => void response.writeHead(200).end(`${bucket} ${key}`),
};

const site = new Site();
const http = new HttpServer(site.handle);
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await http.start()}`;
  site.open(backends);
  site.servePages(web);
});
afterAll(async () => {
  await http.close();
  rmSync(web, { recursive: true, force: true });
});

describe('Site', () => {
  it('returns 503 for pages while they are built, and then names the API if there are none', async () => {
    const otherSite = new Site();
    const otherHttp = new HttpServer(otherSite.handle);
    const otherUrl = `http://127.0.0.1:${await otherHttp.start()}`;
    otherSite.open(backends);

    const responseDuringBuild = await fetch(otherUrl);
    otherSite.servePages(undefined);
    const response = await fetch(otherUrl);

    expect(responseDuringBuild.status).toBe(503);
    expect(responseDuringBuild.headers.get('retry-after')).toBe('1');
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('--no-web');

    await otherHttp.close();
  });

  it('returns 503 until it is open, and after it is closed', async () => {
    const otherSite = new Site();
    const otherHttp = new HttpServer(otherSite.handle);
    const otherUrl = `http://127.0.0.1:${await otherHttp.start()}`;
    const getStatus = async () => (await fetch(otherUrl)).status;

    expect(await getStatus()).toBe(503);

    otherSite.open(backends);
    otherSite.servePages(web);
    expect(await getStatus()).toBe(200);

    otherSite.close();
    expect(await getStatus()).toBe(503);

    await otherHttp.close();
  });

  it.each([
    ['/', 'Welcome to Fathom'],
    ['/?from=a.friend', 'Welcome to Fathom'],
    ['/dashboard', 'Fathom'],
    ['/profile/ann', 'Fathom'],
    ['/profile/', 'Fathom'],
  ])('serves the page of %s without caching', async (path, title) => {
    const response = await fetch(url + path);

    expect(await response.text()).toBe(`<title>${title}</title>`);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(Object.fromEntries(response.headers)).toMatchObject(buildPageHeaders(path));
  });

  it('redirects pages of "localhost" to the address that the configuration holds', async () => {
    const { port } = new URL(url);
    const response = await fetch(`http://localhost:${port}/profile/ann?tab=files`, { redirect: 'manual' });

    expect(response.status).toBe(307);
    expect(response.headers.get('location')).toBe(`${url}/profile/ann?tab=files`);

    // Requests for the API aren't redirected.
    expect(await (await fetch(`http://localhost:${port}/api/users`)).text()).toBe('api /api/users');
  });

  it('allows payment providers in the policy of /payments only', async () => {
    const getPolicy = async (path: string) => (await fetch(url + path)).headers.get('content-security-policy');

    expect(await getPolicy('/payments')).toContain('provider.example');
    for (const path of ['/', '/payments/', '/payments.html', '/dashboard']) {
      expect(await getPolicy(path), path).not.toContain('provider.example');
    }
  });

  it('serves assets compressed and cacheable, and returns 304 for unchanged assets', async () => {
    const assetUrl = `${url}/assets/app-1234.js`;
    const response = await fetch(assetUrl, { headers: { 'accept-encoding': 'br' } });

    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await response.text()).toContain('console.log');

    const repeatedResponse = await fetch(assetUrl, {
      headers: { 'if-none-match': response.headers.get('etag') ?? '' },
    });
    expect(repeatedResponse.status).toBe(304);
  });

  it.each(['/assets/gone.js', '/robots.txt', '/..%2f..%2fetc/passwd.txt'])('returns 404 for %s', async (path) => {
    expect((await fetch(url + path)).status).toBe(404);
  });

  it('rejects POST requests for pages', async () => {
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });

  it('serves the configuration', async () => {
    expect(await (await fetch(`${url}/config.json`)).json()).toEqual(config);
  });

  it('forwards /api requests unchanged', async () => {
    const response = await fetch(`${url}/api/me?a=1`, { method: 'POST' });

    expect(await response.text()).toBe('api /api/me?a=1');
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('serves media under the public prefix only, cacheable without limit', async () => {
    const response = await fetch(`${url}/media/avatars/ann/01JZ/a%20b.png`);

    expect(await response.text()).toBe('files avatars/ann/01JZ/a b.png');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");

    expect((await fetch(`${url}/media/files/ann/secret.png`)).status).toBe(403);
    expect((await fetch(`${url}/media/avatars/..%2ffiles/secret.png`)).status).toBe(403);
  });
});

describe('readMediaRules', () => {
  it("returns only the prefixes that the bucket's policy lets CloudFront read", () => {
    const allow = (Principal: unknown, Resource: string) => ({ Effect: 'Allow', Principal, Resource });
    const properties = {
      PolicyDocument: {
        Statement: [
          allow({ Service: 'cloudfront.amazonaws.com' }, 'arn:aws:s3:::files/avatars/*'),
          allow({ AWS: 'arn:aws:iam::000000000000:role/other' }, 'arn:aws:s3:::files/files/*'),
        ],
      },
    };
    const policy = { stack: '', logicalId: '', type: '', ref: '', attributes: {}, metadata: {}, properties };

    expect(readMediaRules([policy])).toEqual([{ bucket: 'files', prefix: 'avatars/' }]);
  });
});
