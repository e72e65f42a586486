import { ErrorPanel } from '../../design/error-panel.tsx';
import { LoadError } from '../../design/lazy-part.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Tabs } from '../../design/tabs.tsx';

const SHAPES = ['cards', 'posts', 'rows', 'form', 'chat'] as const;
const TABS = ['One', 'Two', 'Three'].map((label) => ({ name: label.toLowerCase(), label, panel: () => label }));

/** Samples of tabs, errors, empty lists, and placeholders. */
export function StatesSection() {
  return (
    <section className="form">
      <h2>Tabs</h2>
      <Tabs label="Tabs" tabs={TABS} />
      <h2>Errors and empty lists</h2>
      <ErrorPanel text="This couldn't be loaded. Couldn't reach Fathom." onRetry={() => undefined} />
      <LoadError />
      <p className="soft">No one is within 100 metres of you yet.</p>
      <h2>Placeholders</h2>
      {SHAPES.map((shape) => (
        <Skeleton key={shape} shape={shape} label={`Loading ${shape}...`} count={2} />
      ))}
    </section>
  );
}
