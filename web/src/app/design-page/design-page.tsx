import { Screen } from '../layout/screen.tsx';
import { Tabs } from '../layout/tabs.tsx';
import '../layout/amplify-theme.ts';
import './design-page.css';
import { ErrorPanel } from '../../design/error-panel.tsx';
import { LoadError } from '../../design/lazy-part.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import sheet from '../../design/tokens.css?raw';
import { Actions } from './design-page-actions.tsx';
import { Fields } from './design-page-fields.tsx';

const tokens = [...sheet.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name);
const groups = {
  Colours: tokens.filter(
    (name) =>
      !/^--(type|space|radius|elevation|layer|motion|font|ring|light|legible|page|reading|target|bar-height|thumb)/.test(
        name,
      ),
  ),
  Corners: tokens.filter((name) => name.startsWith('--radius')),
  Elevation: tokens.filter((name) => name.startsWith('--elevation')),
};
const type = tokens.filter((name) => name.startsWith('--type'));
const shapes = ['cards', 'posts', 'rows', 'form', 'chat'] as const;

/** /__design, in development only: every token and shared component in the colours of the current zone. */
export default function DesignPage() {
  return (
    <Screen title="The design" className="design" lead={<p>Every token, and the components that use them.</p>}>
      <Actions />
      <Fields />
      <section className="panel panel--padded form">
        <h2>Tabs</h2>
        <Tabs
          label="Tabs"
          tabs={['One', 'Two', 'Three'].map((label) => ({ name: label.toLowerCase(), label, panel: () => label }))}
        />
      </section>
      <ErrorPanel text="This couldn't be loaded. Couldn't reach Fathom." onRetry={() => undefined} />
      <LoadError />
      {shapes.map((shape) => (
        <Skeleton key={shape} shape={shape} label={`Loading ${shape}...`} count={2} />
      ))}
      <section className="panel panel--padded form">
        <h2>Type</h2>
        {type.map((name) => (
          <p key={name} style={{ fontSize: `var(${name})` }}>
            {name}
          </p>
        ))}
      </section>
      {Object.entries(groups).map(([group, names]) => (
        <section key={group} className="panel panel--padded form">
          <h2>{group}</h2>
          <div className="design__set">
            {names.map((name) => (
              <span key={name} className="design__swatch">
                <i style={swatchStyle(group, name)} />
                {name}
              </span>
            ))}
          </div>
        </section>
      ))}
    </Screen>
  );
}

function swatchStyle(group: string, name: string) {
  if (group === 'Corners') return { borderRadius: `var(${name})`, background: 'var(--accent)' };
  if (group === 'Elevation') return { boxShadow: `var(${name})`, background: 'var(--surface)' };
  return { background: `var(${name})` };
}
