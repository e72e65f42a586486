/**
 * Tests of lockouts in the local user pool. Like Cognito, it rejects all passwords for a while after five wrong ones.
 */
import { describe, expect, it } from 'vitest';
import type { UserPool } from './cognito.ts';
import { advanceMs, call, openPool, POOL_ID, SERVER_CLIENT_ID, signIn, signUp } from './fixture.ts';

const ANN = 'ann@sea.example';
const UNKNOWN = 'unknown@sea.example';
const WRONG_PASSWORD = { code: 'NotAuthorizedException', message: 'Incorrect username or password.' };
const LOCKED = { code: 'NotAuthorizedException', message: 'Password attempts exceeded' };

const advanceSeconds = (seconds: number) => advanceMs(seconds * 1000);

/** Opens a pool with Ann, whose password is `secret`. */
async function openPoolWithAnn() {
  const pool = await openPool();
  await signUp(pool);
  return pool;
}

/** Signs in with a wrong password several times, and expects that each time the pool checks the password. */
async function failSignIns(pool: UserPool, attempts: number, email = ANN): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await expect(signIn(pool, email, 'wrong!')).rejects.toMatchObject(WRONG_PASSWORD);
  }
}

describe('lockout', () => {
  it.each([ANN, UNKNOWN])('locks %s out for one second after five wrong passwords', async (email) => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 5, email);

    advanceSeconds(0.999);
    await expect(signIn(pool, email)).rejects.toMatchObject(LOCKED);

    advanceSeconds(0.001);
    // The pool checks passwords again, so the lockout is over.
    await failSignIns(pool, 1, email);
  });

  it('resets the count of wrong passwords after a sign-in', async () => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 5);

    advanceSeconds(1);
    await signIn(pool);

    // Without the reset, each of these failures would start a lockout.
    await failSignIns(pool, 4);
    await signIn(pool);
  });

  it('doubles the lockout with each further wrong password, up to 15 minutes', async () => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 5);

    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]) {
      advanceSeconds(seconds - 0.001);
      await expect(signIn(pool)).rejects.toMatchObject(LOCKED);
      advanceSeconds(0.001);
      await failSignIns(pool, 1);
    }

    advanceSeconds(15 * 60 - 0.001);
    await expect(signIn(pool)).rejects.toMatchObject(LOCKED);

    advanceSeconds(0.001);
    await signIn(pool);
  });

  it('does not extend a lockout when a member tries to sign in during the lockout', async () => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 5);

    for (let attempt = 0; attempt < 5; attempt += 1) {
      await expect(signIn(pool, ANN, 'wrong!')).rejects.toMatchObject(LOCKED);
    }

    advanceSeconds(1);
    await signIn(pool);
  });

  it('resets the count of failed sign-ins after 15 minutes without an attempt', async () => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 4);
    advanceSeconds(15 * 60);
    await failSignIns(pool, 4);
    await signIn(pool);
  });

  it('does not lock out other members', async () => {
    const pool = await openPoolWithAnn();
    await signUp(pool, 'bob@sea.example');
    await failSignIns(pool, 5);

    await signIn(pool, 'bob@sea.example');
  });

  it('locks out a member for every client and flow', async () => {
    const pool = await openPoolWithAnn();
    await failSignIns(pool, 5);

    const serverSignIn = call(pool, 'AdminInitiateAuth', {
      UserPoolId: POOL_ID,
      ClientId: SERVER_CLIENT_ID,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: ANN, PASSWORD: 'secret' },
    });

    await expect(serverSignIn).rejects.toMatchObject(LOCKED);
  });
});
