/**
 * If each suite loaded its own copy of this addon, the copy and every module of the suite would stay in the process for
 * good.
 */
module.exports = globalThis.loadAddon('lmdb');
