import { existsSync, writeFileSync } from 'node:fs';
import type { Terminal } from './process/terminal.ts';
import type { RestorableSnapshot } from './seed/restore-snapshot.ts';
import type { Services } from './services.ts';
import { findFreshCommand } from './state/fresh-command.ts';
import type { Context } from './template/synthesis.ts';

type SeedServices = Pick<
  Services,
  'config' | 'mails' | 'functions' | 'storage' | 'stores' | 'payments' | 'environment'
>;

interface DemoSettings {
  /** Whether the state is empty, so that the community must be created. */
  readonly isFirstStart: boolean;
  /** The result of {@link prepareDemo}. */
  readonly preparedSnapshot: Promise<RestorableSnapshot | undefined> | undefined;
  /** A file that exists if the state contains the community. */
  readonly seededMarker: string;
  readonly services: SeedServices;
  readonly terminal: Terminal;
}

/**
 * Prepares the demo community's snapshot while functions and pages are built.
 *
 * @returns undefined if the API must create the community: this cloud doesn't have the snapshot's default settings, or
 *   the snapshot doesn't match its sources.
 */
export async function prepareDemo({
  seed = true,
  context = {},
}: {
  readonly seed?: boolean | 'through-api';
  readonly context?: Context;
}): Promise<RestorableSnapshot | undefined> {
  if (seed !== true || Object.keys(context).length > 0) return undefined;
  const { prepareSnapshot } = await import('./seed/restore-snapshot.ts');
  return prepareSnapshot();
}

/** Adds the demo community on the first start. Prints the demo logins if the community exists. */
export async function addDemoCommunity(settings: DemoSettings): Promise<void> {
  const { isFirstStart, preparedSnapshot, seededMarker, services, terminal } = settings;
  if (!isFirstStart && !existsSync(seededMarker)) return;

  const { DEMO_LOGINS } = await import('./seed/seed.ts');

  try {
    if (isFirstStart) {
      terminal.info('Adding the demo community...');
      await createCommunity(services, await preparedSnapshot);
    }

    writeFileSync(seededMarker, JSON.stringify(DEMO_LOGINS));
    for (const { email, password } of DEMO_LOGINS) terminal.info(`Demo login: ${email} / ${password}`);
  } catch (error) {
    // Fathom itself runs. Don't stop: the developer may need Fathom to find the cause.
    terminal.warn(`The demo community is not complete: ${error instanceof Error ? error.message : error}`);
    terminal.warn(`To try again, start with an empty state: ${findFreshCommand(seededMarker)}`);
  }

  // The seed calls about thirty functions. Each idle sandbox would keep 20 MB.
  if (isFirstStart) services.functions.endSandboxes();
}

/** Creates the community from its snapshot, or through the API. */
async function createCommunity(services: SeedServices, snapshot: RestorableSnapshot | undefined): Promise<void> {
  const { storage, environment, stores, payments } = services;
  const table = { name: storage.tableName, environment };

  // The snapshot contains purchases, which the real Stripe never charged. `payments.stripe` is the local Stripe.
  if (snapshot && payments.stripe) {
    const { restoreSnapshot } = await import('./seed/restore-snapshot.ts');
    await restoreSnapshot(snapshot, { table, bucketName: storage.bucketName, ...stores });
    return;
  }

  const { seedCommunity } = await import('./seed/seed.ts');
  await seedCommunity(services.config, services.mails, table);
}
