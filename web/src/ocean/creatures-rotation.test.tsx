// @vitest-environment happy-dom
/** Tests of the creatures on screen, one of which is replaced per turn. */
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import Creatures from './creatures.tsx';

/** The time after which one creature is replaced, in milliseconds. */
const TURN_MS = 75_000;

/** The time between two frames of the ocean, in milliseconds. */
const FRAME_MS = 125;

const ocean = vi.hoisted(() => ({ draws: new Set<(milliseconds: number) => void>() }));
vi.mock('./frames.ts', () => ({
  onOceanFrame: (draw: (milliseconds: number) => void) => {
    ocean.draws.add(draw);
    return () => ocean.draws.delete(draw);
  },
}));

/** Moves the ocean for this time, frame by frame. */
function moveOcean(milliseconds: number): void {
  act(() => {
    for (let time = 0; time < milliseconds; time += FRAME_MS) {
      for (const draw of ocean.draws) draw(FRAME_MS);
    }
  });
}

/** Returns the names of the creatures on screen, without those that fade out. */
const readNames = () =>
  [...document.querySelectorAll<HTMLElement>('.creature-place--present .creature')].map(
    (element) => element.dataset.creature,
  );

async function renderCreatures(): Promise<(string | undefined)[]> {
  render(<Creatures level={5} metres={55} />);
  await waitFor(() => expect(readNames()).toHaveLength(4));
  return readNames();
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('creatures', () => {
  it('replaces one creature per turn, which fades out', async () => {
    const initialNames = await renderCreatures();
    moveOcean(TURN_MS - FRAME_MS);
    expect(readNames()).toEqual(initialNames);

    moveOcean(FRAME_MS);
    await waitFor(() => expect(readNames()).toHaveLength(4));

    // The first three places have charted creatures. The fourth has the silhouette of the next zone.
    const chartedNames = readNames().slice(0, 3);
    expect(chartedNames.filter((name) => !initialNames.includes(name))).toHaveLength(1);
    expect(document.querySelector('.creature-place--leaving')).not.toBeNull();
  });

  it('keeps the creatures while the ocean stands still', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    render(<Creatures level={5} metres={55} />);
    await expect.poll(readNames).toHaveLength(4);

    const initialNames = readNames();
    act(() => void vi.advanceTimersByTime(3 * TURN_MS));
    expect(readNames()).toEqual(initialNames);
  });

  it('keeps the creatures with reduced motion', async () => {
    const media = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList);

    const initialNames = await renderCreatures();
    moveOcean(3 * TURN_MS);
    expect(readNames()).toEqual(initialNames);
  });
});
