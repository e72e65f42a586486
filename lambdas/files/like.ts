import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { likeFile } from './like-file.ts';

export const handler = endpoint(contract.files.like, async ({ caller, input }) => likeFile(caller, input));
