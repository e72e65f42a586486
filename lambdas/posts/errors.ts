import { NotFound } from '../platform/errors.ts';

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
