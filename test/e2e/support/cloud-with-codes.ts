import { expect, inject } from 'vitest';
import { type LocalCloud, startLocalCloud } from '../../../infra/local/cloud.ts';
import { getAssembly } from '../../support/assemblies.ts';

const CONTEXT = { emailVerification: 'required' };

/** Starts a cloud that requires email verification, with the pages that all browser tests share. */
export async function startCloudWithCodes(directory: string): Promise<LocalCloud> {
  const assembly = await getAssembly(CONTEXT);
  return startLocalCloud({ port: 0, directory, seed: false, web: inject('pages'), context: CONTEXT, assembly });
}

/** Waits until this many mails with a code have been sent to an address, and returns the newest code. */
export async function waitForCode({ mails }: LocalCloud, address: string, count: number): Promise<string> {
  const readCodes = () => mails.flatMap(({ to, code }) => (to === address && code ? [code] : []));
  await expect.poll(() => readCodes().length).toBe(count);
  return readCodes().at(-1) as string;
}
