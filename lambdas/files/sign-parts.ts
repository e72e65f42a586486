import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { signParts } from './multipart-upload.ts';

export const handler = endpoint(contract.files.signParts, async ({ caller, input }) => signParts(caller, input));
