/** Tests the canary: a function that uses the deployed site like a member every half hour, to detect outages. */
import { expect, it } from 'vitest';
import { checkSite } from '../../lambdas/canary/check-site.ts';
import { contract } from '../../shared/contract/contract.ts';
import { Member } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { startFaultCloud } from './fault-cloud.ts';

const { cloud } = await startFaultCloud();
const siteUrl = cloud.config.apiUrl.replace('/api', '');

async function listFiles(member: Member) {
  return (await member.call(contract.files.listOfMember, { userId: member.userId })).body.files;
}

it('the canary uses the site as a member, and leaves neither files nor depth', async () => {
  const canary = await Member.register('Canary');
  await canary.upload('left-by-an-interrupted-check.png', 'image/png', createPng(200_000));
  expect(await listFiles(canary)).toHaveLength(1);

  await checkSite({ siteUrl, signIn: async () => canary.tokens.access, shouldUpload: true });
  expect(await listFiles(canary)).toEqual([]);
  expect(await canary.getDepth()).toBe(0);
});

it('the canary can check the site without an upload', async () => {
  const canary = await Member.register('Canary');
  await checkSite({ siteUrl, signIn: async () => canary.tokens.access, shouldUpload: false });
  const { allowances } = (await canary.call(contract.account.allowances, {})).body;
  const { allowed, remaining } = allowances.find(({ limit }) => limit === 'uploads')!;

  expect(remaining).toBe(allowed);
});

it('the canary names the step that fails, but neither the token nor the address', async () => {
  const canary = await Member.register('Canary');
  const signIn = async () => canary.tokens.access;

  /** Returns the message and the cause of the error of a check. */
  const errorOf = (check: Parameters<typeof checkSite>[0]) =>
    checkSite(check).then(
      () => 'none',
      (error: Error) => `${error.message} ${JSON.stringify(error.cause ?? '')}`,
    );
  const errors = [
    await errorOf({ siteUrl, signIn: async () => 'expired', shouldUpload: true }),
    await errorOf({ siteUrl: 'http://127.0.0.1:1', signIn, shouldUpload: true }),
  ];
  await canary.call(contract.account.deleteAccount, {});
  errors.push(await errorOf({ siteUrl, signIn, shouldUpload: true }));

  expect(errors).toEqual([
    expect.stringMatching(/^account-me: status 401, request /),
    expect.stringMatching(/^page: TypeError/),
    expect.stringMatching(/^account-me: status 401/),
  ]);
  for (const secret of ['expired', canary.tokens.access, canary.email, 'http']) {
    expect(errors.join()).not.toContain(secret);
  }
});
