/** Milliseconds after a click in which further clicks are ignored. */
const CALM_MS = 500;

let previousAt = Number.NEGATIVE_INFINITY;
let currentAt = Number.NEGATIVE_INFINITY;
let keyIsHeld = false;

/** Records every click and held key of the document before other code handles them. */
export function watchPerson(target: EventTarget): void {
  target.addEventListener(
    'click',
    ({ timeStamp }) => {
      previousAt = currentAt;
      currentAt = timeStamp;
    },
    true,
  );
  target.addEventListener(
    'keydown',
    (event) => {
      keyIsHeld = (event as KeyboardEvent).repeat;
    },
    true,
  );
  target.addEventListener(
    'keyup',
    () => {
      keyIsHeld = false;
    },
    true,
  );
}

/**
 * Returns whether a person meant the current click. The second click of a double click does not count, because the
 * first may have been on another element. A key that is held down does not count, either.
 */
export const isDeliberate = (): boolean => !keyIsHeld && currentAt - previousAt >= CALM_MS;
