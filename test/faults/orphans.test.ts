/**
 * The job that purges orphans: members whose sign-in no longer exists in the user pool. A member can delete their
 * sign-in directly at Cognito, and then no request to our API purges the account.
 */
import { AdminDeleteUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { Member } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { startFaultCloud } from './fault-cloud.ts';

const { cloud } = await startFaultCloud();

/** Deletes a sign-in without our API. Cognito's DeleteUser, which any access token allows, has the same effect. */
async function deleteSignIn({ userId }: Member): Promise<void> {
  const { region, userPoolEndpoint, userPoolId } = cloud.config;
  const cognito = new CognitoIdentityProviderClient({
    region,
    endpoint: userPoolEndpoint!,
    credentials: cloud.credentials,
  });
  await cognito.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: userId }));
}

describe('orphans', () => {
  it("hides and purges an orphan after an operator's confirmation, and keeps other members", async () => {
    const orphan = await Member.register();
    const friend = await Member.register();
    const { url } = await orphan.upload('left.png', 'image/png', createPng(5000));
    await orphan.call(contract.users.follow, { userId: friend.userId });
    await friend.ensureProfile();

    await deleteSignIn(orphan);

    // A missing sign-in alone doesn't hide the profile.
    const requestProfile = () => friend.call(contract.users.profile, { userId: orphan.userId });
    expect((await requestProfile()).status).toBe(200);

    // Without an operator's confirmation, the job hides an orphan only after a day.
    await cloud.runSchedule('PurgeOrphansSchedule');
    expect((await requestProfile()).status).toBe(200);

    // The operator confirms one orphan.
    await cloud.runSchedule('PurgeOrphansSchedule', { maxOrphans: 1 });
    expect((await requestProfile()).status).toBe(404);
    expect((await orphan.call(contract.account.me, {})).status).toBe(401);

    // The object of the orphan's file is purged, and so is the orphan's follow.
    await expect.poll(async () => (await fetch(url)).status).toSatisfy((status) => status === 403 || status === 404);
    await expect.poll(async () => (await friend.call(contract.account.me, {})).body.profile.followersCount).toBe(0);
  });
});
