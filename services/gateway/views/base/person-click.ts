/** A click does not count within this time after the previous click. */
const CALM_MS = 500;

let previousAt = Number.NEGATIVE_INFINITY;
let currentAt = Number.NEGATIVE_INFINITY;
let keyIsHeld = false;

/** Notes every click and held key before other code handles them. */
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
 * Returns whether a person meant this click. The second click of a double click does not count, because after the first
 * click another button may have appeared in its place. A click by a held key does not count, either.
 */
export const isDeliberate = (): boolean => !keyIsHeld && currentAt - previousAt >= CALM_MS;
