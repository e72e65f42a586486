import { NotFound } from '../platform/errors.ts';

/** The file doesn't exist, is deleted, or is above the viewer. The error is the same, so that IDs can't be probed. */
export class FileNotFound extends NotFound {
  constructor() {
    super("This file doesn't exist at your depth or below. It may have been deleted.");
  }
}

/** The post doesn't exist, is deleted, or is above the viewer. */
export class PostNotFound extends NotFound {
  constructor() {
    super("This post doesn't exist at your depth or below. It may have been deleted.");
  }
}

export class CommentNotFound extends NotFound {
  constructor() {
    super("This comment doesn't exist. It may have been deleted.");
  }
}

/** The member doesn't exist, or has deleted their account. */
export class UserNotFound extends NotFound {
  constructor() {
    super('User not found');
  }
}
