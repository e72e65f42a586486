// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { LeaveGuard } from '../../design/leave-guard.tsx';
import { GuardedRouter } from './guarded-router.tsx';

const TEXTS = { question: 'Leave?', consequence: 'The upload ends.', confirmLabel: 'Leave', cancelLabel: 'Stay' };

afterEach(cleanup);

/** Navigates by code, like the notification of a message. Only the screen at /upload is guarded. */
function Page() {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  return (
    <>
      <button type="button" onClick={() => navigate('/messages/ada')}>
        Open
      </button>
      <button type="button" onClick={() => navigate('/upload?step=2', { replace: true })}>
        Next step
      </button>
      {pathname === '/upload' ? <LeaveGuard isActive {...TEXTS} /> : <h1>Ada</h1>}
    </>
  );
}

it('GuardedRouter asks before code navigates away from a guarded screen, but not within the screen', () => {
  history.replaceState({ idx: 0 }, '', '/upload');
  render(
    <GuardedRouter>
      <Page />
    </GuardedRouter>,
  );
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

  press('Next step');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(location.search).toBe('?step=2');

  press('Open');
  screen.getByRole('dialog', { name: 'Leave?' });
  expect(location.pathname).toBe('/upload');

  press('Stay');
  expect(screen.queryByRole('heading', { name: 'Ada' })).toBeNull();

  press('Open');
  press('Leave');
  screen.getByRole('heading', { name: 'Ada' });
});
