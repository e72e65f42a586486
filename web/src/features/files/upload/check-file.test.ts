import { describe, expect, it } from 'vitest';
import { checkFile, mediaTypeOf } from './check-file.ts';

const file = (name: string, type: string, size = 10) => ({ name, type, size });

describe('a chosen file', () => {
  it.each([
    file('a.png', 'image/png'),
    file('a.zip', 'application/x-zip-compressed'),
    file('a.zip', ''),
    file('notes.txt', 'text/plain;charset=utf-8'),
    file('exact.mp4', 'video/mp4', 1_048_576_000),
  ])('may be uploaded: $name as $type', (chosen) => expect(checkFile(chosen)).toBeUndefined());

  it('must not exceed the limit', () => {
    expect(checkFile(file('long.mp4', 'video/mp4', 1_048_576_001))).toBe('File size cannot exceed 1000MB');
  });

  it('must hold something', () => expect(checkFile(file('a.png', 'image/png', 0))).toBe('This file is empty.'));

  it.each([file('run.exe', 'application/x-msdownload'), file('page.html', 'text/html'), file('nameless', '')])(
    'must be of a type that is taken: $name',
    (chosen) =>
      expect(checkFile(chosen)).toBe('Only images, video, audio, PDF, plain text and zip files can be uploaded.'),
  );
});

it('has the type that the browser states, under its registered name, or the one of its extension', () => {
  expect(mediaTypeOf(file('photo.JPG', 'image/jpg'))).toBe('image/jpeg');
  expect(mediaTypeOf(file('clip.MKV', ''))).toBe('video/x-matroska');
  expect(mediaTypeOf(file('notes.md', 'text/markdown'))).toBe('text/plain');
});
