import { MAX_PICTURE_BYTES, MAX_UPLOAD_BYTES } from '../../shared/rules/limits.ts';
import { ApiError } from '../platform/errors.ts';

/**
 * The bytes of an upload are not allowed. Only this error is evidence to delete stored bytes: any other error says
 * nothing about them.
 */
export abstract class UploadRejected extends ApiError {}

export class EmptyFile extends UploadRejected {
  constructor() {
    super({ code: 'EmptyFile' });
  }
}

export class FileTooLarge extends UploadRejected {
  constructor(limitBytes: number = MAX_UPLOAD_BYTES) {
    super({ code: 'FileTooLarge', params: { item: 'file', limitBytes } });
  }
}

export class FileTypeNotAllowed extends UploadRejected {
  constructor(type: string) {
    super({ code: 'FileTypeNotAllowed', params: { item: 'file', type } });
  }
}

/** The picture exceeds MAX_PICTURE_BYTES. */
export class PictureTooLarge extends UploadRejected {
  constructor() {
    super({ code: 'FileTooLarge', params: { item: 'picture', limitBytes: MAX_PICTURE_BYTES } });
  }
}

/** Not an image, or an unsupported image format. */
export class NotAnImage extends UploadRejected {
  constructor() {
    super({ code: 'FileTypeNotAllowed', params: { item: 'picture' } });
  }
}

export class FileTypeMismatch extends UploadRejected {
  constructor(declared: string, detected: string | undefined) {
    super({ code: 'FileTypeMismatch', params: { declared, detected } });
  }
}

/** The malware scan or the inspection for hidden metadata has no result yet, or the scan has failed. */
export class FileNotScanned extends ApiError {
  constructor() {
    super({ code: 'FileNotScanned' });
  }
}

export class MalwareFound extends UploadRejected {
  constructor() {
    super({ code: 'MalwareFound' });
  }
}

export class FileNotStored extends ApiError {
  constructor() {
    super({ code: 'FileNotStored' });
  }
}

export class UploadNotFound extends ApiError {
  constructor() {
    super({ code: 'UploadNotFound' });
  }
}

export class PartsMissing extends ApiError {
  constructor() {
    super({ code: 'PartsMissing' });
  }
}
