import { NotFound } from '../platform/errors.ts';

/** The file doesn't exist, is deleted, or is above the viewer. All have the same error, so that IDs can't be probed. */
export class FileNotFound extends NotFound {
  constructor() {
    super('file');
  }
}

/** The post doesn't exist, is deleted, or is above the viewer. */
export class PostNotFound extends NotFound {
  constructor() {
    super('post');
  }
}

/** The comment doesn't exist, or its author has deleted their account. */
export class CommentNotFound extends NotFound {
  constructor() {
    super('comment');
  }
}

/** The member doesn't exist, or has deleted their account. */
export class UserNotFound extends NotFound {
  constructor() {
    super('member');
  }
}
