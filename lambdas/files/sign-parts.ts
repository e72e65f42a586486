import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { signParts } from './part-urls.ts';

export const handler = endpoint(files.signParts, async ({ caller, input }) => signParts(caller, input));
