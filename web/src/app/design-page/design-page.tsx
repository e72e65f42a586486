import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { SURFACE_METRES } from '../../../../shared/rules/depth.ts';
import { layerAt } from '../../../../shared/rules/layers.ts';
import { paletteAt, paletteStyle } from '../../ocean/palette.ts';
import { ALLOWANCES } from '../../platform/api/allowances.ts';
import { formatDepth } from '../../platform/text/format-depth.ts';
import { Screen } from '../layout/screen.tsx';
import '../../design/amplify-theme.ts';
import './design-page.css';
import { ActionsSection } from './design-page-actions.tsx';
import { FieldsSection } from './design-page-fields.tsx';
import { FormsSection } from './design-page-forms.tsx';
import { ItemsSection } from './design-page-items.tsx';
import { ALLOWANCES_RESPONSE } from './design-page-samples.ts';
import { ScalesSection } from './design-page-scales.tsx';
import { StatesSection } from './design-page-states.tsx';

// Samples send no requests. They show only what is in this cache.
const client = new QueryClient({
  defaultOptions: { queries: { enabled: false, staleTime: Number.POSITIVE_INFINITY } },
});
client.setQueryData(ALLOWANCES, ALLOWANCES_RESPONSE);

/**
 * Returns the depth in metres at a position of the slider: 0 m at 0, the surface at 1. The scale is logarithmic, like
 * that of the palette (`palette.ts`).
 */
const metresAt = (position: number) => (SURFACE_METRES + 1) ** position - 1;

/**
 * The screen at /__design, in development only: every token and shared component in every state, in the colours of any
 * depth.
 */
export default function DesignPage() {
  const [position, setPosition] = useState(0);
  const [isDimmed, setIsDimmed] = useState(false);
  const metres = metresAt(position);
  const palette = paletteAt(metres, { isDimmed });

  return (
    <Screen title="The design" className="design" lead={<p>Every token, and the components that use them.</p>}>
      <div className="panel design__depth">
        <label>
          {formatDepth(metres)}, {layerAt(metres).name}, {palette.scheme}
          <input
            type="range"
            min={0}
            max={1}
            step={0.001}
            value={position}
            onChange={({ target }) => setPosition(target.valueAsNumber)}
          />
        </label>
        <label>
          <input type="checkbox" checked={isDimmed} onChange={() => setIsDimmed(!isDimmed)} /> Dim the light
        </label>
      </div>
      <div className="design__water" style={paletteStyle(palette)} data-scheme={palette.scheme}>
        <div className="design__sheet">
          <QueryClientProvider client={client}>
            <ScalesSection />
            <ActionsSection />
            <FieldsSection />
            <FormsSection />
            <ItemsSection metres={metres} />
            <StatesSection />
          </QueryClientProvider>
        </div>
      </div>
    </Screen>
  );
}
