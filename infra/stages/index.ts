import type { StageFile } from '../define-stage.ts';
import dev from './dev.ts';
import local from './local.ts';
import preview from './preview.ts';
import prod from './prod.ts';

/** The settings of each stage by its name. To add a stage, add its file here. */
export const STAGES: Readonly<Record<string, StageFile>> = { dev, local, prod };

/** The settings of all stages `preview-<branch>`. */
export const PREVIEW: StageFile = preview;
