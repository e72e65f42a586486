// @vitest-environment happy-dom
import { act, cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import Creatures from './creatures.tsx';

const TURN_MS = 75_000;

const ocean = vi.hoisted(() => ({ draws: new Set<(milliseconds: number) => void>() }));
vi.mock('./frames.ts', () => ({
  onOceanFrame: (draw: (milliseconds: number) => void) => {
    ocean.draws.add(draw);
    return () => ocean.draws.delete(draw);
  },
}));

/** Moves the ocean for a time, in frames. */
function move(milliseconds: number): void {
  act(() => {
    for (let time = 0; time < milliseconds; time += 125) for (const draw of ocean.draws) draw(125);
  });
}

const shownNames = () =>
  [...document.querySelectorAll<HTMLElement>('.creature-place--present .creature')].map(
    (element) => element.dataset.creature,
  );

async function renderCreatures(): Promise<(string | undefined)[]> {
  render(<Creatures level={5} metres={55} />);
  await waitFor(() => expect(shownNames()).toHaveLength(4));
  return shownNames();
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('creatures', () => {
  it('take turns: one is replaced, and fades out', async () => {
    const before = await renderCreatures();
    move(TURN_MS - 125);
    expect(shownNames()).toEqual(before);

    move(125);
    await waitFor(() => expect(shownNames()).toHaveLength(4));

    expect(
      shownNames()
        .slice(0, 3)
        .filter((name) => !before.includes(name)),
    ).toHaveLength(1);
    expect(document.querySelector('.creature-place--leaving')).not.toBeNull();
  });

  it('stay while the ocean stands still', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    render(<Creatures level={5} metres={55} />);
    await expect.poll(shownNames).toHaveLength(4);

    const before = shownNames();
    act(() => void vi.advanceTimersByTime(3 * TURN_MS));
    expect(shownNames()).toEqual(before);
  });

  it('stay with reduced motion', async () => {
    const media = { matches: true, addEventListener: () => {}, removeEventListener: () => {} };
    vi.spyOn(globalThis, 'matchMedia').mockReturnValue(media as unknown as MediaQueryList);
    const before = await renderCreatures();
    move(3 * TURN_MS);
    expect(shownNames()).toEqual(before);
  });
});
