import type { JsonObject } from '../openapi/json.js'
import type { Literal, LiteralMap } from '../schema/types.js'
import type { FileNode } from './file.js'
import { importOf } from './import.js'
import { array, key, literal } from './layout/code.js'
import { brokenGroup, group, ifBreak, indent, join, layOut, line, softline, type Doc } from './layout/doc.js'

/** Where the OpenAPI document is. */
export const OPENAPI_PATH = 'generated/openapi.gen.ts'

/** `openapi.gen.ts`: the OpenAPI document, which `createApi({ openapi })` serves (rule 25.3). */
export function emitOpenApiFile(document: JsonObject): FileNode {
  return {
    path: OPENAPI_PATH,
    note: 'The OpenAPI document.',
    imports: [importOf('@jsonapi-gen/runtime/v1', [{ name: 'OpenApiDocument' }], { typesOnly: true })],
    statements: [
      {
        kind: 'const',
        docs: ['The OpenAPI 3.1 document of the API.'],
        isExported: true,
        declarations: [
          {
            name: 'openapi',
            type: 'OpenApiDocument',
            initializer: layOut(laidOut(plain(document)), { depth: 0 }),
          },
        ],
      },
    ],
  }
}

/** The document without what is undefined in it. */
const plain = (document: JsonObject): LiteralMap => JSON.parse(JSON.stringify(document)) as LiteralMap

/** A long text stands on a line of its own, behind the name of its member. */
function laidOut(value: Literal): Doc {
  if (typeof value !== 'object' || value === null) return literal(value)
  if (isItems(value)) return items(value)
  const members = Object.entries(value).map(([name, member]): Doc => [
    key(name),
    ':',
    behindName(name, member),
  ])
  if (members.length === 0) return '{}'
  return group('{', indent(line, join([',', line], members)), ifBreak(','), line, '}')
}

const behindName = (name: string, value: Literal): Doc =>
  typeof value === 'string' && name.length > 1 ? group(indent(line, literal(value))) : [' ', laidOut(value)]

/** Several objects with several members each have a line each, as formatters have it. */
function items(all: readonly Literal[]): Doc {
  const isTable = all.length > 1 && all.every((item) => membersOf(item) > 1)
  if (!isTable) return array(all.map(laidOut))
  return brokenGroup('[', indent(softline, join([',', line], all.map(laidOut))), ifBreak(','), softline, ']')
}

const membersOf = (value: Literal): number =>
  typeof value === 'object' && value !== null && !isItems(value) ? Object.keys(value).length : 0

const isItems = (value: object): value is readonly Literal[] => Array.isArray(value)
