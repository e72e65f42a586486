import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaRules, Site } from './site.ts';

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

const site = new Site();
let url: string;
beforeAll(async () => {
  url = `http://127.0.0.1:${await site.listen(0)}`;
});
afterAll(() => site.close());

describe('the site', () => {
  it('says that it is starting until it is open', async () => {
    expect((await fetch(url)).status).toBe(503);
    site.open({
      config,
      policies: { everywhere: "default-src 'none'", payments: 'script-src https://provider.example' },
      media: [{ bucket: 'files', prefix: 'avatars/' }],
      api: async (request, response) => void response.end(`api ${request.url}`),
      object: (_request, response, bucket, key) => void response.writeHead(200).end(`${bucket} ${key}`),
    });
    site.showPages(web);
  });

  it.each([
    ['/', 'Welcome to Fathom'],
    ['/?from=a.friend', 'Welcome to Fathom'],
    ['/dashboard', 'Fathom'],
    ['/profile/ann', 'Fathom'],
    ['/profile/', 'Fathom'],
  ])('answers %s with its page, never kept', async (path, title) => {
    const answer = await fetch(url + path);
    expect(await answer.text()).toBe(`<title>${title}</title>`);
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'");
  });

  it('lets payment providers in where payments are made, and nowhere else', async () => {
    const policyOf = async (path: string) => (await fetch(url + path)).headers.get('content-security-policy');
    expect(await policyOf('/payments')).toContain('provider.example');
    for (const path of ['/', '/payments/', '/payments.html', '/dashboard']) {
      expect(await policyOf(path), path).not.toContain('provider.example');
    }
  });

  it('answers assets compressed, kept for ever, and unchanged ones with nothing', async () => {
    const address = `${url}/assets/app-1234.js`;
    const answer = await fetch(address, { headers: { 'accept-encoding': 'br' } });
    expect(answer.headers.get('content-encoding')).toBe('br');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await answer.text()).toContain('console.log');
    const again = await fetch(address, { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it.each(['/assets/gone.js', '/robots.txt', '/..%2f..%2fetc/passwd.txt'])('answers %s by 404', async (path) => {
    expect((await fetch(url + path)).status).toBe(404);
  });

  it('refuses to change pages', async () => {
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });

  it('gives the configuration', async () => {
    expect(await (await fetch(`${url}/config.json`)).json()).toEqual(config);
  });

  it('hands /api on as it is', async () => {
    expect(await (await fetch(`${url}/api/me?a=1`, { method: 'POST' })).text()).toBe('api /api/me?a=1');
  });

  it('serves media under the public prefix alone, kept for ever', async () => {
    const answer = await fetch(`${url}/media/avatars/ann/a%20b.png`);
    expect(await answer.text()).toBe('files avatars/ann/a b.png');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${url}/media/files/ann/secret.png`)).status).toBe(403);
    expect((await fetch(`${url}/media/avatars/..%2ffiles/secret.png`)).status).toBe(403);
  });
});

it('reads the public prefix from the policy of the bucket', () => {
  const statement = (Principal: unknown, Resource: string) => ({ Effect: 'Allow', Principal, Resource });
  const properties = {
    PolicyDocument: {
      Statement: [
        statement({ Service: 'cloudfront.amazonaws.com' }, 'arn:aws:s3:::files/avatars/*'),
        statement({ AWS: 'arn:aws:iam::000000000000:role/other' }, 'arn:aws:s3:::files/files/*'),
      ],
    },
  };
  const policy = { stack: '', logicalId: '', type: '', ref: '', attributes: {}, metadata: {}, properties };
  expect(mediaRules([policy])).toEqual([{ bucket: 'files', prefix: 'avatars/' }]);
});
