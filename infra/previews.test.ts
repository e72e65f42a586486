/** Tests of previews: stages that are deployed for a branch, and deleted when they are no longer needed. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findForgottenPreviews, getPreviewStage } from './previews.ts';

describe('getPreviewStage', () => {
  it.each([
    ['fix-search', /^preview-[0-9a-f]{6}-fix-search$/],
    ['Feature/JIRA_12', /^preview-[0-9a-f]{6}-feature-jira-12$/],
    ['日本', /^preview-[0-9a-f]{6}$/],
    ['a-very-long-branch-name-that-continues', /^preview-[0-9a-f]{6}-a-very-long-branch-name$/],
  ])('names the preview of %s', (branch, name) => {
    expect(getPreviewStage(branch)).toMatch(name);
  });

  it('always returns a valid name of a stage', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (branch) => {
        expect(getPreviewStage(branch)).toMatch(/^preview-[a-z0-9](?:[a-z0-9-]{0,29}[a-z0-9])?$/);
      }),
    );
  });

  it('gives branches with similar names different previews', () => {
    expect(getPreviewStage('fix/search')).not.toBe(getPreviewStage('fix-search'));
  });
});

describe('findForgottenPreviews', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const buildStack = (stage: string, updated: string, part = 'storage') => ({
    name: `fathom-${stage}-${part}`,
    updated,
  });
  const stage = getPreviewStage('fix-search');
  const find = (updatedAt: string, branches: string[]) =>
    findForgottenPreviews([buildStack(stage, updatedAt)], branches, now);

  it('keeps the preview of a branch for two weeks after its last deployment', () => {
    expect(find('2026-11-08T12:00:00Z', ['fix-search'])).toEqual([]);
    expect(find('2026-11-08T11:59:59Z', ['fix-search'])).toEqual([stage]);
  });

  it('keeps a preview without a branch for a day after its last deployment', () => {
    expect(find('2026-11-21T12:00:00Z', ['main'])).toEqual([]);
    expect(find('2026-11-21T11:59:59Z', ['main'])).toEqual([stage]);
  });

  it('uses the time of the newest deployment of any stack of a preview', () => {
    const stacks = [buildStack(stage, '2026-10-01T00:00:00Z'), buildStack(stage, '2026-11-22T00:00:00Z', 'api')];
    expect(findForgottenPreviews(stacks, ['fix-search'], now)).toEqual([]);
  });

  it('finds previews with a name that an operator chose, and no other stages', () => {
    const oldTime = '2026-01-01T00:00:00Z';
    const stacks = [buildStack('preview-test', oldTime), buildStack('dev', oldTime), buildStack('prod', oldTime)];
    expect(findForgottenPreviews(stacks, [], now)).toEqual(['preview-test']);
  });
});
