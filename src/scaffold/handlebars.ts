import { createRequire } from 'node:module'
import type Handlebars from 'handlebars'

/** Loads Handlebars, which takes as long as reading a schema. If all of the user's files exist, no template is rendered. */
export const handlebars = (): typeof Handlebars => createRequire(import.meta.url)('handlebars')
