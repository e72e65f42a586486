/**
 * Finds a deployed stage for the acceptance suite: its site's URL from the outputs of `cdk deploy`, and its
 * configuration from the site. Rejects stages in which a test would disturb members or needs a mailbox.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { createDeployedTarget, findDeployedTarget, parseSiteUrl } from '../support/deployed-target.ts';

const config: RuntimeConfig = {
  stage: 'dev',
  region: 'eu-central-1',
  userPoolId: 'eu-central-1_Abc',
  userPoolClientId: 'web',
  authFlow: 'USER_SRP_AUTH',
  emailVerification: 'none',
  testContribution: true,
  apiUrl: 'https://fathom.example/api',
  socketUrl: 'wss://sockets.fathom.example/live',
};

const stripe = { publishableKey: 'pk_test_1', scriptUrl: 'https://js.stripe.com/v3/' };
const paypal = { clientId: 'one', sdkBaseUrl: 'https://www.paypal.com/sdk/js' };

describe('parseSiteUrl', () => {
  const api = { 'fathom-dev-api': { ApiUrl: 'https://api.example/' } };

  it('finds the SiteUrl in a stack of any name', () => {
    const site = { SiteBucketName: 'pages', SiteUrl: 'https://fathom.example' };
    expect(parseSiteUrl({ ...api, 'fathom-dev-site': site })).toBe('https://fathom.example');
    expect(parseSiteUrl({ Anything: { SiteUrl: 'https://fathom.example/' }, ...api })).toBe('https://fathom.example');
  });

  it.each([
    ['without a SiteUrl', api, 'No stack in the outputs has a SiteUrl'],
    ['with two sites', { a: { SiteUrl: 'https://a.example' }, b: { SiteUrl: 'https://b.example' } }, 'several sites'],
    ['in another format', ['SiteUrl'], 'Not an outputs file'],
  ])('rejects outputs %s', (_, outputs, message) => {
    expect(() => parseSiteUrl(outputs)).toThrow(message);
  });
});

describe('a deployed stage as a target', () => {
  it('lists payment methods without a public key as unsupported', () => {
    expect(Object.keys(createDeployedTarget(config).unsupported)).toEqual(['cards', 'paypal']);
    expect(Object.keys(createDeployedTarget({ ...config, stripe }).unsupported)).toEqual(['paypal']);
    expect(createDeployedTarget({ ...config, stripe, paypal })).toEqual({
      config: { ...config, stripe, paypal },
      confirmByAdmin: false,
      unsupported: {},
    });
  });

  it('rejects production, and a stage that emails codes to new members', () => {
    expect(() => createDeployedTarget({ ...config, testContribution: false })).toThrow('production');
    expect(() => createDeployedTarget({ ...config, emailVerification: 'required' })).toThrow('emails a code');
  });

  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Starts a site that sends the same response for every path. Returns the outputs of its deployment. */
  async function startSite(status: number, body: string): Promise<unknown> {
    server = createServer((_request, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return { site: { SiteUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } };
  }

  it('reads its configuration from config.json of its site', async () => {
    const outputs = await startSite(200, JSON.stringify(config));
    expect((await findDeployedTarget(outputs)).config).toEqual(config);
  });

  it.each([
    [404, 'nothing', 'returned 404'],
    [200, '<!doctype html>', 'not a runtime configuration'],
    [200, JSON.stringify({ ...config, authFlow: 'CUSTOM_AUTH' }), 'authFlow'],
  ])('rejects a deployed stage if /config.json returns %d with %s', async (status, body, message) => {
    await expect(findDeployedTarget(await startSite(status, body))).rejects.toThrow(message);
  });
});
