/** Tests of the baseline of script sizes, and of the report on what has grown since it was stored. */
import { describe, expect, it } from 'vitest';
import { buildBaseline, describeGrowth } from './script-baseline.ts';

/** Builds a measured script. */
function buildScript(name: string, bytes: number, modules: Readonly<Record<string, number>>) {
  return { file: `assets/${name}-12345678.js`, name, bytes, modules };
}

const HOME = buildScript('home', 1960, { 'home.tsx': 1310, 'home-texts.ts': 610, 'home.css': 40 });
const INDEX = buildScript('index', 6040, { 'main.tsx': 6040 });

describe('buildBaseline', () => {
  it('rounds sizes, sorts names, and omits modules under 0.05 KB', () => {
    expect(JSON.stringify(buildBaseline([INDEX, HOME]))).toBe(
      JSON.stringify({
        home: { kb: 2, modules: { 'home-texts.ts': 0.6, 'home.tsx': 1.3 } },
        index: { kb: 6, modules: { 'main.tsx': 6 } },
      }),
    );
  });
});

describe('describeGrowth', () => {
  const baseline = buildBaseline([HOME, INDEX]);

  it('lists scripts by size, and new or grown modules by growth', () => {
    const home = buildScript('home', 4360, { 'home.tsx': 1510, 'home-texts.ts': 1850, 'home-scene.tsx': 1000 });
    const route = buildScript('route', 110, { 'route.tsx': 110 });

    expect(describeGrowth([home, route, INDEX], baseline)).toBe(
      `
Script                         Now    Baseline
index                       6.0 KB      6.0 KB
home                        4.4 KB      2.0 KB
route                       0.1 KB         new
Total                      10.5 KB      8.0 KB

Modules that are new or have grown:
     +1.3 KB  home-texts.ts
     +1.0 KB  home-scene.tsx (new)
     +0.2 KB  home.tsx
     +0.1 KB  route.tsx (new)
`.trim(),
    );
  });

  it('does not list a module that only moved to another script', () => {
    const sharedScript = buildScript('shared', 8000, { ...HOME.modules, ...INDEX.modules });
    expect(describeGrowth([sharedScript], baseline)).toContain('No module has grown.');
  });
});
