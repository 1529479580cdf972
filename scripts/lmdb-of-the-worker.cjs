/** A suite's own copy of this addon would stay in the process for good, with every module of the suite. */
module.exports = globalThis.loadAddon('lmdb');
