import { files } from '../../shared/contract/files.ts';
import { endpoint } from '../http/endpoint.ts';
import { likeFile } from './like-file.ts';

export const handler = endpoint(files.like, async ({ caller, input }) => likeFile(caller, input));
