import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { deployedTarget, findDeployedTarget, siteUrlOf } from '../support/deployed-target.ts';

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

describe('the outputs of a deployment', () => {
  const api = { 'fathom-dev-api': { ApiUrl: 'https://api.example/' } };

  it('name the site, whatever its stack is called', () => {
    const site = { SiteBucketName: 'pages', SiteUrl: 'https://fathom.example' };
    expect(siteUrlOf({ ...api, 'fathom-dev-site': site })).toBe('https://fathom.example');
    expect(siteUrlOf({ Anything: { SiteUrl: 'https://fathom.example/' }, ...api })).toBe('https://fathom.example');
  });

  it.each([
    ['of which no stack has a site', api, 'No stack in the outputs has a SiteUrl'],
    ['of two stages', { a: { SiteUrl: 'https://a.example' }, b: { SiteUrl: 'https://b.example' } }, 'several sites'],
    ['that are none', ['SiteUrl'], 'no file of outputs'],
  ])('%s are not taken', (_, written, message) => {
    expect(() => siteUrlOf(written)).toThrow(message);
  });
});

describe('a deployed stage', () => {
  it('lacks the payments that it has no public keys for, each with its reason', () => {
    expect(Object.keys(deployedTarget(config).lacks)).toEqual(['cards', 'paypal']);
    expect(Object.keys(deployedTarget({ ...config, stripe }).lacks)).toEqual(['paypal']);
    expect(deployedTarget({ ...config, stripe, paypal })).toEqual({
      config: { ...config, stripe, paypal },
      confirmByAdmin: false,
      lacks: {},
    });
  });

  it('is not judged in production, nor where nobody could read the mailed code', () => {
    expect(() => deployedTarget({ ...config, testContribution: false })).toThrow('production');
    expect(() => deployedTarget({ ...config, emailVerification: 'required' })).toThrow('mails a code');
  });

  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Outputs of a site that answers every address alike. */
  async function siteThatAnswers(status: number, body: string): Promise<unknown> {
    server = createServer((_request, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
    return { site: { SiteUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } };
  }

  it('is found by its site', async () => {
    const written = await siteThatAnswers(200, JSON.stringify(config));
    expect((await findDeployedTarget(written)).config).toEqual(config);
  });

  it.each([
    [404, 'nothing', 'answered 404'],
    [200, '<!doctype html>', 'no runtime configuration'],
    [200, JSON.stringify({ ...config, authFlow: 'CUSTOM_AUTH' }), 'authFlow'],
  ])('is not found where /config.json answers %d with %s', async (status, body, message) => {
    await expect(findDeployedTarget(await siteThatAnswers(status, body))).rejects.toThrow(message);
  });
});
