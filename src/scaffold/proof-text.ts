import type { Report } from '../diagnostic/report.js'
import type { Schema } from '../schema/schema.js'
import { importEnd } from '../schema/types.js'
import { renderer } from './scaffold.js'
import type { Templates } from './templates.js'

/** The locations of the modules that a project's `prove.ts` imports, relative to that file. */
export interface ProofPlace {
  /** The output folder. */
  readonly folder: string
  /** The folder of migrations, if the project has one. */
  readonly tables: string | undefined
}

/** The text of the user's first `prove.ts`. A template that Handlebars rejects is reported (JG604). */
export function proofText(
  schema: Schema,
  templates: Templates,
  report: Report,
  { folder, tables }: ProofPlace,
): string {
  const isKysely = schema.adapter === 'kysely'
  const parent = folder.split('/').slice(0, -1)
  const view = {
    end: importEnd(schema.imports),
    folder: ['.', ...(folder === '' ? [] : [folder])].join('/'),
    tables,
    client: isKysely ? 'db' : 'prisma',
    close: isKysely ? 'destroy' : '$disconnect',
    module: [folder === '' ? '..' : '.', ...parent, isKysely ? 'db' : 'prisma'].join('/'),
    guards: schema.guards.join(', '),
    scoped: schema.resources.some(({ scopes }) => scopes.length > 0),
  }
  return renderer(templates, report)('prove.ts', view)
}
