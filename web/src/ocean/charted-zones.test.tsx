// @vitest-environment happy-dom
/** Tests of the chart of zones, of which a member charts one with each 10 m. See docs/product.md#zones. */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ZONE_LABELS } from '../../../shared/rules/zones.ts';
import { ChartedZones } from './charted-zones.tsx';

afterEach(cleanup);

/** Opens the list of zones. Returns a function that finds the row of a zone. */
async function openChart(metres: number) {
  render(<ChartedZones metres={metres} />);
  await userEvent.click(screen.getByRole('button', { name: /^Charted:/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Zones' });
  return (zone: string) => within(dialog).getByRole('heading', { name: zone }).closest('li')!;
}

describe('ChartedZones', () => {
  it.each([
    [0, 'Charted: 1 of 11 zones, the Surface'],
    [25, 'Charted: 3 of 11 zones, down to Twilight Zone - Upper'],
    [10_000, 'Charted: 11 of 11 zones, down to Challenger Deep'],
  ])('names the charted zones at %d m: "%s"', (metres, text) => {
    render(<ChartedZones metres={metres} />);
    screen.getByRole('button', { name: text });
  });

  it('lists charted zones with creatures, the next zone with silhouettes, and later zones with neither', async () => {
    const rowOf = await openChart(12);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(ZONE_LABELS);
    expect(await within(rowOf('Surface')).findAllByRole('listitem')).toHaveLength(2);

    within(rowOf('Surface')).getByText('dolphin');
    within(rowOf('Sunlight Zone')).getByText('Charted');

    const nextRow = rowOf('Twilight Zone - Upper');
    within(nextRow).getByText('Charted at 20 m');
    expect((await within(nextRow).findAllByText('Something moves down there')).length).toBe(2);
    expect(nextRow.textContent).not.toContain('manta ray');

    const laterRow = rowOf('Twilight Zone - Mid');
    within(laterRow).getByText('Not charted yet');
    expect(laterRow.querySelector('svg')).toBeNull();
  });

  it('shows no silhouettes once all zones are charted', async () => {
    const rowOf = await openChart(100);
    await within(rowOf('Challenger Deep')).findByText('xenophyophores');
    expect(screen.queryByText('Something moves down there')).toBeNull();

    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
