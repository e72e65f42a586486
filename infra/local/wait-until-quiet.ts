import type { LocalCloud } from './cloud.ts';

/** Waits until no event, job, or webhook of the cloud is in progress, and all views are up to date. */
export async function waitUntilQuiet({
  functions,
  payments,
  changeFeed,
}: Pick<LocalCloud, 'functions' | 'payments' | 'changeFeed'>): Promise<void> {
  await Promise.all([payments.stripe?.waitUntilIdle(), payments.paypal?.waitUntilIdle()]);

  // Two passes: the feed delivers the changes of functions, and starts functions, such as purges, whose changes it
  // delivers, too.
  for (let pass = 0; pass < 2; pass++) {
    await functions.waitUntilIdle();
    await changeFeed.waitUntilIdle();
  }
}
