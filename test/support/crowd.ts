import { Member } from './member.ts';

/** So many new members, with profiles. */
export function crowdOf(count: number): Promise<Member[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const member = await Member.register();
      await member.depth();
      return member;
    }),
  );
}

/** Repeats what was turned down because too many came at once, as a client that heeds Retry-After does. */
export async function retried<T extends { status: number }>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const answer = await run();
    if (answer.status !== 503 || attempt === 5) return answer;
  }
}

/** The same, so many times at once. */
export function atOnce<T extends { status: number }>(times: number, run: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, () => retried(run)));
}
