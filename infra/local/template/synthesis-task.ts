import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildStacks } from '../../app.ts';
import { stageFromContext } from '../../stage.ts';
import { answerParent } from '../process/task-process.ts';
import { type AssemblyContents, CONTENTS, type SynthesisInput } from './synthesis.ts';

/** The process in which `synthesise` builds the stacks. */
answerParent(({ directory, context }: SynthesisInput): void => {
  const app = new App({ outdir: directory, context: { ...context } });
  const { storage, sockets, api } = buildStacks(app);
  const assembly = app.synth();
  // The site stack is left out on purpose: CloudFront and its bucket are stood in for by site.ts, which serves the
  // same pages, /api and /media from one local origin. So is the operations stack: nobody is woken by this machine.
  const stacks = [storage, sockets, api].map((stack) => {
    const artifact = assembly.getStackArtifact(stack.artifactId);
    return { name: artifact.stackName, file: artifact.templateFile };
  });
  const contents: AssemblyContents = { stacks, stage: stageFromContext(app.node) };
  writeFileSync(join(directory, CONTENTS), JSON.stringify(contents));
});
