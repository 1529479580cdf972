/**
 * If each suite loaded its own copy of this addon, the copy and every module of the suite would stay in the process
 * until it ends.
 */
module.exports = globalThis.loadAddon('lmdb');
