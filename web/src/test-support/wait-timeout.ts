import { configure } from '@testing-library/react';

// Ends tests that hang, like the limit of `expect.poll` in vitest.config.ts. Screens load lazily, and a busy machine
// takes seconds for the first one. Testing Library's own limit is one second.
configure({ asyncUtilTimeout: 60_000 });
