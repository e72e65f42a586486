import { describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import { call, fixture, openPool, POOL_ID, SERVER_CLIENT_ID, signIn, signUp } from './fixture.ts';

const ANN = 'ann@sea.example';
const UNKNOWN = 'unknown@sea.example';
const WRONG_PASSWORD = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const LOCKED = { code: 'NotAuthorizedException', message: 'Password attempts exceeded' };

const advance = (seconds: number) => {
  fixture.now = new Date(fixture.now.getTime() + seconds * 1000);
};

async function openPoolWithAnn() {
  const pool = await openPool();
  await signUp(pool);
  return pool;
}

async function failSignIns(pool: UserPool, attempts: number, email = ANN): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await expect(signIn(pool, email, 'wrong!')).rejects.toMatchObject(WRONG_PASSWORD);
  }
}

describe('lockout', () => {
  it.each([ANN, UNKNOWN])('locks %s out for one second after five wrong passwords', async (email) => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 5, email);

    advance(0.999);
    await expect(signIn(pool, email)).rejects.toMatchObject(LOCKED);

    advance(0.001);
    await failSignIns(pool, 1, email);
  });

  it('resets the count of wrong passwords with a sign-in', async () => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 5);
    advance(1);
    await signIn(pool);
    await failSignIns(pool, 4);
    await signIn(pool);
  });

  it('doubles the lockout with each further wrong password, up to 15 minutes', async () => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 5);

    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]) {
      advance(seconds - 0.001);
      await expect(signIn(pool)).rejects.toMatchObject(LOCKED);
      advance(0.001);
      await failSignIns(pool, 1);
    }

    advance(899.999);
    await expect(signIn(pool)).rejects.toMatchObject(LOCKED);

    advance(0.001);
    await signIn(pool);
  });

  it('does not extend a lockout for attempts during it', async () => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 5);

    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(signIn(pool, ANN, 'wrong!')).rejects.toMatchObject(LOCKED);
    }

    advance(1);
    await signIn(pool);
  });

  it('resets the count of failed sign-ins after 15 minutes without an attempt', async () => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 4);
    advance(15 * 60);
    await failSignIns(pool, 4);
    await signIn(pool);
  });

  it('locks out only one member, but for all clients and flows', async () => {
    const pool = await openPoolWithAnn();
    await signUp(pool, 'bob@sea.example');
    await failSignIns(pool, 5);
    await signIn(pool, 'bob@sea.example');

    const passwordCheck = call(pool, 'AdminInitiateAuth', {
      UserPoolId: POOL_ID,
      ClientId: SERVER_CLIENT_ID,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: ANN, PASSWORD: 'secret' },
    });

    await expect(passwordCheck).rejects.toMatchObject(LOCKED);
  });
});
