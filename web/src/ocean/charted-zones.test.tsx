// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { ZONE_LABELS } from '../../../shared/rules/zones.ts';
import { ChartedZones } from './charted-zones.tsx';

afterEach(cleanup);

/** Opens the list of zones, and returns the row of a zone. */
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
  ])('at %d m says "%s"', (metres, text) => {
    render(<ChartedZones metres={metres} />);
    screen.getByRole('button', { name: text });
  });

  it('opens a list of all zones: charted ones with creatures, the next one as silhouettes, later ones unknown', async () => {
    const row = await openChart(12);
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(ZONE_LABELS);
    expect(await within(row('Surface')).findAllByRole('listitem')).toHaveLength(2);

    within(row('Surface')).getByText('dolphin');
    within(row('Sunlight Zone')).getByText('Charted');

    const nextRow = row('Twilight Zone - Upper');
    within(nextRow).getByText('Charted at 20 m');
    expect((await within(nextRow).findAllByText('Something moves down there')).length).toBe(2);
    expect(nextRow.textContent).not.toContain('manta ray');

    const laterRow = row('Twilight Zone - Mid');
    within(laterRow).getByText('Not charted yet');
    expect(laterRow.querySelector('svg')).toBeNull();
  });

  it('has no silhouettes once all zones are charted', async () => {
    const row = await openChart(100);
    await within(row('Challenger Deep')).findByText('xenophyophores');
    expect(screen.queryByText('Something moves down there')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
