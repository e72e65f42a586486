import { NotFound } from '../platform/errors.ts';

/** There is no such member, or no more. */
export class UserNotFound extends NotFound {
  constructor() {
    super('User not found');
  }
}
