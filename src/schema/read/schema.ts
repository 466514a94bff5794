import type { Report } from '../../diagnostic/report.js'
import { located, type Located } from '../../source/source.js'
import { kindOf, type MapTree, type Tree } from '../../tree/tree.js'
import type { DeclaredSchema } from '../declared.js'
import { ENGINES, FRAMEWORKS, IMPORTS, type OpenApiOutput } from '../types.js'
import { readDefaults } from './defaults.js'
import { entriesOf, readFields } from './fields.js'
import { putBack } from './indentation.js'
import { readResource, RESOURCE_KEYS } from './resource.js'
import { readBoolean, readOneOf, readText } from './values.js'

/**
 * Reads the tree of a schema file. Everything that violates the format (docs/schema-format.md) is reported. Unreadable
 * parts are omitted, so later checks can continue.
 */
export function readSchema(tree: MapTree, report: Report): DeclaredSchema {
  const root = readFields(
    tree,
    'the schema',
    ['$schema', 'generate', 'prisma', 'defaults', 'resources'],
    report,
  )
  const empty = { kind: 'map', entries: [], at: tree.at } as const
  const generate = readFields(
    root.get('generate') ?? empty,
    'generate',
    ['output', 'framework', 'imports', 'adapter', 'openapi', 'client', 'idempotency'],
    report,
  )
  const prisma = readFields(root.get('prisma') ?? empty, 'prisma', ['schema', 'client'], report)
  const resources = putBack(entriesOf(root.get('resources'), 'resources', report), RESOURCE_KEYS, report)
  if (resources.length === 0) {
    const at = root.keyAt('resources') ?? { ...tree.at, end: tree.at.start + 1 }
    report.add('JG210', at, 'The schema has no resources', {
      help: at.source.path.endsWith('.prisma')
        ? 'write /// @jsonapi.resource above a model'
        : 'such as resources: { posts: { attributes: { title: string } } }',
    })
  }
  readText(root.get('$schema'), '$schema', report)
  return {
    at: tree.at,
    output: readText(generate.get('output'), 'output', report),
    framework: readOneOf(generate.get('framework'), 'framework', FRAMEWORKS, report),
    imports: readOneOf(generate.get('imports'), 'imports', IMPORTS, report),
    clientOutput: readText(generate.get('client'), 'client', report),
    openapi: readOpenApi(generate.get('openapi'), report),
    idempotency: readBoolean(generate.get('idempotency'), 'idempotency', report),
    adapter: readOneOf(generate.get('adapter'), 'The adapter', ENGINES, report),
    prismaSchema: readText(prisma.get('schema'), 'schema', report),
    client: readText(prisma.get('client'), 'client', report),
    defaults: readDefaults(root.get('defaults') ?? empty, report),
    resources: resources.map((entry) => readResource(entry, report)),
  }
}

function readOpenApi(tree: Tree | undefined, report: Report): Located<OpenApiOutput> | undefined {
  if (tree?.kind === 'scalar' && typeof tree.value === 'boolean') return located(tree.value, tree.at)
  if (tree === undefined || (tree.kind === 'scalar' && typeof tree.value === 'string')) {
    return readOneOf<'json'>(tree, 'openapi', ['json'], report)
  }
  report.add('JG202', tree.at, `openapi must be true, false or json, not ${kindOf(tree)}`)
  return undefined
}
