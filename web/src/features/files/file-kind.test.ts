import { describe, expect, it } from 'vitest';
import { fileKindFor } from './file-kind.ts';

describe('fileKindFor', () => {
  it.each([
    ['image/png', 'image'],
    ['video/mp4', 'video'],
    ['audio/mpeg', 'audio'],
    ['application/pdf', 'pdf'],
    ['application/zip', 'archive'],
    ['application/vnd.rar', 'archive'],
    ['text/plain', 'text'],
    ['application/octet-stream', 'generic'],
  ])('%s has the %s icon', (type, kind) => expect(fileKindFor(type)).toBe(kind));
});
