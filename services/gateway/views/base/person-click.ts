/** After a click, no further one counts for this long. */
const CALM_MS = 500;

let previousAt = Number.NEGATIVE_INFINITY;
let currentAt = Number.NEGATIVE_INFINITY;
let keyIsHeld = false;

/** Notes every click and held key of the document before anything reacts to it. */
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
 * Whether the click that is being handled is meant: neither the second of a double click, which may have begun on
 * something else, nor the repetition of a key that is held down.
 */
export const isMeant = (): boolean => !keyIsHeld && currentAt - previousAt >= CALM_MS;
