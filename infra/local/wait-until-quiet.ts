import type { LocalCloud } from './cloud.ts';

/** Waits until no event, job, or webhook of the cloud is in progress, and all views are up to date. */
export async function waitUntilQuiet({
  functions,
  payments,
  changeFeed,
}: Pick<LocalCloud, 'functions' | 'payments' | 'changeFeed'>): Promise<void> {
  await Promise.all([payments.stripe?.waitUntilIdle(), payments.paypal?.waitUntilIdle()]);

  // Two passes, because the change feed can start functions, such as the purge of a deleted account. The second pass
  // waits for the changes of these functions.
  for (let pass = 0; pass < 2; pass++) {
    await functions.waitUntilIdle();
    await changeFeed.waitUntilIdle();
  }
}
