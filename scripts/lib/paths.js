import { fileURLToPath } from 'node:url'

/** The absolute path of a file in this repository. */
export const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
