/** Tests of the sign-in with SRP, which proves the password without sending it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../infra/local/cloud.ts';
import { contract } from '../../shared/contract/contract.ts';
import { getAssembly } from '../support/assemblies.ts';
import { type LaunchedBrowser, launchBrowser } from '../support/browser.ts';
import { setTarget } from '../support/current-target.ts';
import { findDeployedTarget } from '../support/deployed-target.ts';
import { Member } from '../support/member.ts';
import { fillRegistration, logIn, logOut, openPage, type Registration } from './support/member-browser.ts';

/** A deployed stage signs in with SRP, which never sends the password. */
const CONTEXT = { stage: 'dev' };

let directory: string;
let cloud: LocalCloud;
let launchedBrowser: LaunchedBrowser;
let page: Page;

const account: Registration = {
  username: 'Selma Proof',
  email: `${randomUUID()}@fathom.example`,
  password: 'näver-sent-anywhere 7',
};

/** The page's requests to the user pool, oldest first. */
const poolRequests: { operation: string; body: string }[] = [];

const readOperations = () => poolRequests.map(({ operation }) => operation);

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'fathom-proof-'));
  const assembly = await getAssembly(CONTEXT);
  const options = { port: 0, directory, seed: false, web: inject('pages'), context: CONTEXT, assembly };

  [cloud, launchedBrowser] = await Promise.all([startLocalCloud(options), launchBrowser()]);
  page = await openPage(launchedBrowser.browser);
  page.on('request', (request) => {
    const target = request.headers()['x-amz-target'];
    if (target && request.method() === 'POST') {
      poolRequests.push({ operation: target.split('.')[1] ?? '', body: request.postData() ?? '' });
    }
  });
});

afterAll(async () => {
  await launchedBrowser?.close();
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

const waitForWelcome = () => page.getByRole('heading', { name: `Welcome, ${account.username}` }).waitFor();

/** Logs out and clears the recorded requests. */
async function logOutAndClear(): Promise<void> {
  await logOut(page);
  await page.getByRole('heading', { name: 'Log In' }).waitFor();
  // The page doesn't wait for the revocation.
  await expect.poll(readOperations).toContain('RevokeToken');

  poolRequests.length = 0;
}

// The tests run in order, because the first one registers the account.
describe('SRP sign-in', () => {
  it('signs in after registration', async () => {
    expect(cloud.config.authFlow).toBe('USER_SRP_AUTH');

    await page.goto(`${cloud.url}/register`);
    await fillRegistration(page, account);
    await waitForWelcome();

    expect(readOperations()).toContain('RespondToAuthChallenge');
  });

  it('logs in without sending the password', async () => {
    await logOutAndClear();
    await logIn(page, account);
    await waitForWelcome();

    expect(readOperations().slice(0, 2)).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
    expect(poolRequests[0]?.body).toContain('"USER_SRP_AUTH"');
    expect(poolRequests[1]?.body).toContain('"PASSWORD_CLAIM_SIGNATURE"');
    for (const { operation, body } of poolRequests) expect(body, operation).not.toContain('sent-anywhere');
  });

  it('keeps the session after a reload', async () => {
    await page.reload();
    await waitForWelcome();
  });

  it('shows the same error for a wrong password and an unknown email', async () => {
    await logOutAndClear();

    const refusal = page.getByText('Failed to log in: Incorrect username or password.');
    await logIn(page, { ...account, password: 'never-sent-anywhere 7' });
    await refusal.waitFor();
    expect(readOperations()).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);

    await page.reload();
    poolRequests.length = 0;
    await logIn(page, { ...account, email: 'unknown@fathom.example' });
    await refusal.waitFor();

    expect(readOperations()).toEqual(['InitiateAuth', 'RespondToAuthChallenge']);
  });

  it('lets the acceptance suite sign in to a deployment by its outputs', async () => {
    const outputs = { 'fathom-dev-site': { SiteUrl: cloud.url } };
    setTarget(await findDeployedTarget(outputs));

    const member = await Member.register('Olga Outputs');
    const { body } = await (await member.signInAgain()).call(contract.account.me, {});

    expect(body.profile).toMatchObject({ id: member.userId, username: 'Olga Outputs', depth: 0 });
  });
});
