import path from 'node:path'

/**
 * For the environment of Node processes that tests start: Node keeps the compiled scripts in this folder and finds them again by
 * their content. A process that loads the server needs half a second of processor time instead of more than one.
 */
export const compiledScripts = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../.cache/compiled'),
}
