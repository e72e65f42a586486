import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../platform/endpoint.ts';
import { signParts } from './part-urls.ts';

export const handler = endpoint(files.signParts, async ({ caller, input }) => signParts(caller, input));
