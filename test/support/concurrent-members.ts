import { Member } from './member.ts';

/** Maximum repetitions of a throttled request. */
const MAX_RETRIES = 5;

/** Registers new members with profiles concurrently. */
export function registerMembers(count: number): Promise<Member[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const member = await Member.register();
      await member.ensureProfile();
      return member;
    }),
  );
}

/** Sends a request, and repeats it up to {@link MAX_RETRIES} times while the response is 503. */
export async function retryWhileThrottled<T extends { status: number }>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const response = await run();
    if (response.status !== 503 || attempt === MAX_RETRIES) return response;
  }
}

/** Sends the same request many times concurrently. Repeats requests that are throttled. */
export function runConcurrently<T extends { status: number }>(times: number, run: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, () => retryWhileThrottled(run)));
}
