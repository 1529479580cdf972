import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

/**
 * Objects that a suite leaves in the process, each with the function that ends the object. An object that is not ended
 * would slow down every later suite in the same worker.
 */
const leftBehind = new Map();
noteUse(AsyncLocalStorage, ['run', 'enterWith'], (storage) => storage.disable());
noteUse(PerformanceObserver, ['observe'], (observer) => observer.disconnect());

function noteUse({ prototype }, methods, end) {
  for (const method of methods) {
    const original = prototype[method];
    prototype[method] = function (...words) {
      leftBehind.set(this, end);
      return original.apply(this, words);
    };
  }
}

/**
 * A Jest environment that removes what a suite leaves in the process: storages of asynchronous contexts, which would
 * slow every promise, and observers, which would keep the suite's modules in memory. With `loadAddon`, all suites share
 * one copy of an addon, because a process can load an addon but never unload it.
 * @public The tag tells knip that this export is used: Jest's configuration contains the file's path.
 */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    this.global.loadAddon = require;
  }

  async teardown() {
    for (const [one, end] of leftBehind) end(one);
    leftBehind.clear();
    await super.teardown();
  }
}

/** The compiled code of each module, so that the next suite of the worker compiles it in a sixth of the time. */
const compiled = new Map();
const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) => {
  const key = `${options.filename} ${parameters}`;
  const known = compiled.get(key);
  if (known?.code === code) return compileFunction(code, parameters, { ...options, cachedData: known.data });
  const made = compileFunction(code, parameters, { ...options, produceCachedData: true });
  compiled.set(key, { code, data: made.cachedData });
  return made;
};
