import { account } from '../../shared/contract/account.ts';
import { endpoint } from '../http/endpoint.ts';
import { updatePhoto } from './replace-photo.ts';

export const handler = endpoint(account.updatePhoto, async ({ caller, input }) => updatePhoto(caller, input.photoUrl));
