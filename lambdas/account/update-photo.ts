import { contract } from '../../shared/contract/contract.ts';
import { endpoint } from '../platform/endpoint.ts';
import { updatePhoto } from './replace-photo.ts';

export const handler = endpoint(contract.account.updatePhoto, async ({ caller, input }) =>
  updatePhoto(caller, input.photoUrl),
);
