import type { Schema } from '../schema/schema.js'
import type { FileNode } from './file.js'
import { key } from './layout/code.js'

/** Where the list of controllers is. */
export const ROUTES_PATH = 'generated/routes.gen.ts'

/** `routes.gen.ts`: the controller of every resource. */
export function emitRoutesFile({ resources }: Schema): FileNode {
  const byFile = resources.toSorted((a, b) => (a.names.routesFile < b.names.routesFile ? -1 : 1))
  return {
    path: ROUTES_PATH,
    note: 'The controllers themselves are in ../routes.',
    imports: [
      { module: '@jsonapi-gen/runtime/v1', typeOnly: true, names: ['Controllers'] },
      ...byFile.map(({ names }) => ({
        module: `../routes/${names.routesFile}.routes.js`,
        typeOnly: false,
        names: [names.controller],
      })),
    ],
    statements: [
      [
        '/** The controller of every resource, by JSON:API type. */',
        'export const controllers: Controllers = {',
        ...resources.map(({ type, names }) => `  ${key(type)}: ${names.controller},`),
        '}',
      ].join('\n'),
    ],
  }
}
