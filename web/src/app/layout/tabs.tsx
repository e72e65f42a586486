import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import './tabs.css';

interface Tab {
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
  const addressed = Math.max(
    0,
    tabs.findIndex(({ name }) => name === address.get('tab')),
  );
  // The address follows a moment later, when the router is ready to; the tabs must not wait for it.
  const [chosen, setChosen] = useState(addressed);
  useEffect(() => setChosen(addressed), [addressed]);

  // Where there is no room for all of them, the chosen one is in sight; the page itself does not move.
  useEffect(() => {
    const tab = list.current?.children[chosen];
    if (!(tab instanceof HTMLElement) || !list.current) return;
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  }, [chosen]);

  function choose(index: number) {
    setChosen(index);
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
