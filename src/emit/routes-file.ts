import type { Schema } from '../schema/schema.js'
import type { FileNode } from './file.js'
import { importOf } from './import.js'
import { entries } from './layout/code.js'
import type { Modules } from './modules.js'

/** The path of the controller list. */
export const ROUTES_PATH = 'generated/routes.gen.ts'

/** `routes.gen.ts`: the controller of every resource. */
export function emitRoutesFile({ resources }: Schema, { fileOf }: Modules): FileNode {
  const byFile = resources.toSorted((a, b) => (a.names.routesFile < b.names.routesFile ? -1 : 1))
  return {
    path: ROUTES_PATH,
    note: 'The controllers themselves are in ../routes.',
    isOfAll: true,
    imports: [
      importOf('@jsonapi-gen/runtime/v1', [{ name: 'Controllers' }], { typesOnly: true }),
      importOf(fileOf('../application.controller'), [{ name: 'ApplicationController' }], { typesOnly: true }),
      ...byFile.map(({ names }) =>
        importOf(fileOf(`../routes/${names.routesFile}.routes`), [{ name: names.controller }]),
      ),
    ],
    statements: [
      {
        kind: 'const',
        docs: ['The controller of every resource, by JSON:API type.'],
        isExported: true,
        declarations: [
          {
            name: 'controllers',
            type: "Controllers<ApplicationController['locals']>",
            initializer: entries(
              resources.map(({ type, names }) => ({ key: type, value: names.controller })),
            ),
          },
        ],
      },
    ],
  }
}
