import type { Ref } from 'react';
import { texts } from '../texts.ts';
import { ViewSwitch } from './view/view-switch.tsx';

interface ExplorerBarProps {
  /** The text with the number of files, or the text shown while files load. Undefined if there are no files. */
  readonly countText: string | undefined;
  readonly isBusy: boolean;
  readonly onRefresh: () => void;
  readonly onLoadAll: () => void;
  readonly isSelecting: boolean;
  /** Starts or ends the selection. */
  readonly onToggleSelection: () => void;
  readonly selectButton: Ref<HTMLButtonElement>;
}

/** The bar above the explorer's files. Shows the number of files, and the buttons for the list. */
export function ExplorerBar(props: ExplorerBarProps) {
  const { countText, isBusy, onRefresh, onLoadAll, isSelecting, onToggleSelection, selectButton } = props;
  // Busy buttons stay focusable: disabling them would lose the keyboard focus.
  const unlessBusy = (action: () => void) => () => {
    if (!isBusy) action();
  };

  return (
    <div className="explorer__bar">
      {countText !== undefined && (
        <p className="explorer__count" role="status">
          {countText}
        </p>
      )}
      <button
        type="button"
        className="button button--quiet button--small explorer__refresh"
        title={texts.refresh}
        aria-disabled={isBusy}
        onClick={unlessBusy(onRefresh)}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M19.500 12a7.500 7.500 0 1 1-2.200-5.300L20 9.400M20 4v5.400h-5.400" />
        </svg>
        <span className="explorer__refresh-label">{texts.refresh}</span>
      </button>
      <button
        type="button"
        className="button button--quiet button--small"
        aria-disabled={isBusy}
        onClick={unlessBusy(onLoadAll)}
      >
        {texts.loadAll}
      </button>
      {countText !== undefined && (
        <button
          ref={selectButton}
          type="button"
          className="button button--quiet button--small"
          aria-pressed={isSelecting}
          onClick={onToggleSelection}
        >
          {texts.selectFiles}
        </button>
      )}
      <ViewSwitch />
    </div>
  );
}
