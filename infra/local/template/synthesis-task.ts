import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildStacks } from '../../app.ts';
import { loadStage } from '../../stage.ts';
import { handleTask } from '../process/task-process.ts';
import { type AssemblyContents, CONTENTS_FILE, type SynthesisInput } from './synthesis.ts';

/** Builds the stacks in the process that `synthesize` starts. */
handleTask(({ directory, cdkContext, stageName, overrides }: SynthesisInput): void => {
  const app = new App({ outdir: directory, context: { ...cdkContext } });
  const stage = loadStage(stageName, overrides);
  const { storage, sockets, api } = buildStacks(app, stage);
  const assembly = app.synth();

  // Leaves out two stacks: site.ts replaces the site stack, and this machine needs no alarms of the operations stack.
  const stacks = [storage, sockets, api].map((stack) => {
    const artifact = assembly.getStackArtifact(stack.artifactId);
    return { name: artifact.stackName, file: artifact.templateFile };
  });

  const contents: AssemblyContents = { stacks, stage };
  writeFileSync(join(directory, CONTENTS_FILE), JSON.stringify(contents));
});
