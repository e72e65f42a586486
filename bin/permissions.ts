/** `npm run permissions`: writes docs/permissions.md from the templates of production. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { buildStacks } from '../infra/app.ts';
import { renderPermissions } from '../infra/permissions.ts';
import { loadStage } from '../infra/stage.ts';

const root = new URL('../', import.meta.url);
const { context } = JSON.parse(readFileSync(new URL('cdk.json', root), 'utf8'));
const outdir = mkdtempSync(join(tmpdir(), 'fathom-permissions-'));
const app = new App({ outdir, context });
// Addresses that an operator fills in. Permissions don't contain them.
const addresses = { mailSender: 'crew@fathom.example', alarmEmail: 'crew@fathom.example' };
const { storage, sockets, api } = buildStacks(app, loadStage('prod', addresses));
const assembly = app.synth();
const templates = [storage, sockets, api].map(({ artifactId }) => assembly.getStackArtifact(artifactId).template);
writeFileSync(new URL('docs/permissions.md', root), renderPermissions(templates));
console.log('Wrote docs/permissions.md');
