import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import './tabs.css';

export interface Tab {
  /** As it stands in the address. */
  readonly name: string;
  readonly label: string;
  readonly panel: () => ReactNode;
}

interface TabsProps {
  readonly label: string;
  /** The first is shown when the address names none. */
  readonly tabs: readonly Tab[];
}

/** Tabs that the address knows (`?tab=`). The arrow keys go from one to the next, as everywhere. */
export function Tabs({ label, tabs }: TabsProps) {
  const id = useId();
  const [address, setAddress] = useSearchParams();
  const list = useRef<HTMLDivElement>(null);
  const named = tabs.findIndex(({ name }) => name === address.get('tab'));
  const chosen = Math.max(0, named);

  function choose(index: number) {
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (index === 0) next.delete('tab');
        else next.set('tab', tabs[index]?.name ?? '');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    const last = tabs.length - 1;
    const next = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }

  return (
    <div className="tabs">
      <div ref={list} className="tabs__list" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}${tab.name}`}
            aria-selected={index === chosen}
            aria-controls={`${id}panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${tabs[chosen]?.name}`} className="tabs__panel">
        {tabs[chosen]?.panel()}
      </div>
    </div>
  );
}
