import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts';
import { contract } from '../../shared/contract/contract.ts';
import { assemblyOf } from '../support/assemblies.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { findDeployedTarget } from '../support/deployed-target.ts';
import { Member, speakTo } from '../support/member.ts';
import { fillRegistration, logIn, openPage, type Registration } from './support/member-browser.ts';

/** A stage as it is deployed, where passwords are proved (SRP) and never sent. */
const settings = { stage: 'dev' };

let directory: string;
let cloud: LocalCloud;
let browser: LaunchedBrowser;
let page: Page;

const account: Registration = {
  username: 'Selma Proof',
  email: `${randomUUID()}@fathom.example`,
  password: 'näver-sent-anywhere 7',
};
/** What the page has asked of the user pool, oldest first. */
const asked: { operation: string; body: string }[] = [];
const operations = () => asked.map(({ operation }) => operation);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-proof-'));
  const assembly = await assemblyOf(settings);
  const options = { port: 0, directory, seed: false, web: inject('pages'), context: settings, assembly };
  [cloud, browser] = await Promise.all([startLocalCloud(options), launchBrowser()]);
  page = await openPage(browser.browser);
  page.on('request', (request) => {
    const target = request.headers()['x-amz-target'];
    if (target && request.method() === 'POST') {
      asked.push({ operation: target.split('.')[1] ?? '', body: request.postData() ?? '' });
    }
  });
});

afterAll(async () => {
  await browser?.close();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

const welcome = () => page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();
async function logOut(): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Log In' }).waitFor();
  asked.length = 0;
}

describe('where passwords are proved', () => {
  it('a browser that has registered is in, as on every other stage', async () => {
    expect(cloud.config.authFlow).toBe('USER_SRP_AUTH');
    await page.goto(`${cloud.url}/register`);
    await fillRegistration(page, account);
    await welcome();
    expect(operations()).toContain('RespondToAuthChallenge');
  });

  it('a browser logs in without sending the password', async () => {
    await logOut();
    await logIn(page, account);
    await welcome();
    expect(operations().slice(0, 2)).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
    expect(asked[0]?.body).toContain('"USER_SRP_AUTH"');
    expect(asked[1]?.body).toContain('"PASSWORD_CLAIM_SIGNATURE"');
    for (const { operation, body } of asked) expect(body, operation).not.toContain('sent-anywhere');
  });

  it('a page that is opened again is still in', async () => {
    await page.reload();
    await welcome();
  });

  it('a wrong password and an unknown email are answered alike', async () => {
    await logOut();
    const refusal = page.getByText('Failed to log in: Incorrect username or password.');
    await logIn(page, { ...account, password: 'never-sent-anywhere 7' });
    await refusal.waitFor();
    expect(operations()).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
    await page.reload();
    asked.length = 0;
    await logIn(page, { ...account, email: 'nobody@fathom.example' });
    await refusal.waitFor();
    expect(operations()).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
  });

  it('the acceptance suite is in too, led there by the outputs of a deployment', async () => {
    const outputs = { 'fathom-dev-site': { SiteUrl: cloud.url } };
    speakTo(await findDeployedTarget(outputs));
    const member = await Member.register('Olga Outputs');
    const { body } = await (await member.again()).call(contract.account.me, {});
    expect(body.profile).toMatchObject({ id: member.userId, username: 'Olga Outputs', depth: 0 });
  });
});
