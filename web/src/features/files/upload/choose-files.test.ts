import { describe, expect, it } from 'vitest';
import { chooseFiles, MAX_CHOSEN_FILES } from './choose-files.ts';

const file = (name: string, type = 'text/plain') => new File(['tide'], name, { type, lastModified: 1 });

describe('chooseFiles', () => {
  it('accepts the files that can be uploaded, and says why the others cannot', () => {
    const { accepted, problems } = chooseFiles([file('a.txt'), file('run.exe', 'application/x-msdownload')], []);
    expect(accepted.map(({ name }) => name)).toEqual(['a.txt']);
    expect(problems).toEqual(['run.exe: Only images, video, audio, PDF, plain text and zip files can be uploaded.']);
  });

  it('does not name a file that is the only one', () => {
    expect(chooseFiles([new File([], 'empty.txt', { type: 'text/plain' })], []).problems).toEqual([
      'This file is empty.',
    ]);
  });

  it('leaves out files that are in the list already', () => {
    const { accepted, problems } = chooseFiles([file('a.txt'), file('b.txt'), file('b.txt')], [file('a.txt')]);
    expect(accepted.map(({ name }) => name)).toEqual(['b.txt']);
    expect(problems).toEqual(['a.txt: This file is in the list already.', 'b.txt: This file is in the list already.']);
  });

  it('accepts files up to the limit of the list', () => {
    const many = Array.from({ length: MAX_CHOSEN_FILES }, (_, index) => file(`${index}.txt`));
    const { accepted, problems } = chooseFiles(many, [file('a.txt')]);
    expect(accepted).toHaveLength(MAX_CHOSEN_FILES - 1);
    expect(problems).toEqual(['You can upload up to 100 files at once. The others were left out.']);
  });
});
