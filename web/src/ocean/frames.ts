/**
 * The time between two frames of the ocean, in milliseconds. Each frame composites the whole window, which costs most
 * without a graphics card. Everything in the water moves slowly, so eight frames a second are enough.
 */
export const FRAME_MS = 125;

/** Maximum time by which one frame advances the ocean, in milliseconds. Nothing jumps after the browser has stalled. */
const MAX_STEP_MS = 2 * FRAME_MS;

/** After this time without input, in milliseconds, the ocean stands still. */
const STILL_AFTER_MS = 60_000;

/** The events that count as input of the member. */
const INPUT_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart', 'touchmove'] as const;

type Draw = (milliseconds: number) => void;

/** The moving parts. Frames are drawn only while there is one. */
const drawCallbacks = new Set<Draw>();

/** The timer of the next frame; undefined while the ocean stands still. */
let frameTimer: ReturnType<typeof setTimeout> | undefined;
let frameRequest = 0;

// Both as `performance.now`.
let lastFrameAt = 0;
let lastInputAt = 0;

/**
 * Calls `draw` in each frame of the ocean, with the milliseconds since the last frame. All moving parts share these
 * frames, because the browser composites once a frame. There are no frames while the tab is hidden, or after a minute
 * without input.
 *
 * @returns a function that ends the calls
 */
export function onOceanFrame(draw: Draw): () => void {
  if (drawCallbacks.size === 0) {
    for (const input of INPUT_EVENTS) addEventListener(input, onInput, { capture: true, passive: true });
    document.addEventListener('visibilitychange', resumeFrames);
  }

  drawCallbacks.add(draw);
  resumeFrames();

  return () => {
    drawCallbacks.delete(draw);
    if (drawCallbacks.size > 0) return;

    stopFrames();
    for (const input of INPUT_EVENTS) removeEventListener(input, onInput, { capture: true });
    document.removeEventListener('visibilitychange', resumeFrames);
  };
}

function onInput() {
  lastInputAt = performance.now();
  if (frameTimer === undefined) resumeFrames();
}

/** Draws frames from now on, unless the tab is hidden. */
function resumeFrames() {
  stopFrames();
  if (document.hidden) return;

  lastInputAt = performance.now();
  // Continues where the ocean stopped.
  lastFrameAt = lastInputAt;
  scheduleFrame();
}

function stopFrames() {
  clearTimeout(frameTimer);
  frameTimer = undefined;
  cancelAnimationFrame(frameRequest);
}

/** Schedules the next frame. Uses a timer, because requesting each of the browser's frames would render 60 a second. */
function scheduleFrame() {
  frameTimer = setTimeout(() => {
    frameRequest = requestAnimationFrame((now) => {
      const step = Math.min(MAX_STEP_MS, now - lastFrameAt);
      lastFrameAt = now;
      for (const draw of drawCallbacks) draw(step);

      if (performance.now() - lastInputAt < STILL_AFTER_MS) scheduleFrame();
      else frameTimer = undefined;
    });
  }, FRAME_MS);
}

/**
 * Advances the paused animations below an element. The style sheets pause all animations of the ocean that never end.
 */
export function advanceAnimations(element: Element, milliseconds: number): void {
  for (const animation of element.getAnimations({ subtree: true })) {
    if (animation.playState === 'paused') animation.currentTime = Number(animation.currentTime) + milliseconds;
  }
}
