import { NotFound } from '../platform/errors.ts';

/** The file does not exist, is deleted, or lies above the viewer. The same error for all, so that ids can't be probed. */
export class FileNotFound extends NotFound {
  constructor() {
    super('There is no such file at your depth or below. It may have been deleted.');
  }
}

/** The post does not exist, is deleted, or lies above the viewer. */
export class PostNotFound extends NotFound {
  constructor() {
    super('There is no such post at your depth or below. It may have been deleted.');
  }
}

export class CommentNotFound extends NotFound {
  constructor() {
    super('There is no such comment. It may have been deleted.');
  }
}

/** The member does not exist, or has deleted their account. */
export class UserNotFound extends NotFound {
  constructor() {
    super('User not found');
  }
}
