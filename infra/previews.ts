import { createHash } from 'node:crypto';

/** A stack as `aws cloudformation describe-stacks` describes it. */
export interface DeployedStack {
  readonly name: string;
  /** When it was deployed last, in ISO 8601. */
  readonly updated: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** How long previews stay after their last deployment, in milliseconds. */
const MAX_AGE = { withBranch: 14 * DAY, withoutBranch: DAY };

/**
 * Returns the name of a branch's preview: `preview-` and at most 31 characters, which stage names allow.
 *
 * The digest separates branches whose names differ only in characters that a stage's name can't have.
 */
export function getPreviewStage(branch: string): string {
  const words = branch.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const digest = createHash('sha256').update(branch).digest('hex').slice(0, 6);
  return ['preview', words.join('-').slice(0, 24).replace(/-$/, ''), digest].filter(Boolean).join('-');
}

/**
 * Returns the previews to remove: without a branch for a day, or not deployed for two weeks.
 *
 * @param stacks all stacks whose name starts with `fathom-preview-`
 * @param branches the repository's branches
 */
export function findForgottenPreviews(
  stacks: readonly DeployedStack[],
  branches: readonly string[],
  now: Date,
): readonly string[] {
  const stagesWithBranch = new Set(branches.map(getPreviewStage));
  const lastDeployed = new Map<string, number>();
  for (const { name, updated } of stacks) {
    const [, stage] = /^fathom-(preview-.+)-[a-z]+$/.exec(name) ?? [];
    if (stage !== undefined) lastDeployed.set(stage, Math.max(lastDeployed.get(stage) ?? 0, Date.parse(updated)));
  }
  return [...lastDeployed]
    .filter(
      ([stage, time]) =>
        now.getTime() - time > (stagesWithBranch.has(stage) ? MAX_AGE.withBranch : MAX_AGE.withoutBranch),
    )
    .map(([stage]) => stage);
}
