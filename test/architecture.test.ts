import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { at } from '../scripts/lib/paths.js'
import { blocksOf } from './docs/blocks.js'

const document = readFileSync(at('docs/internals/architecture.md'), 'utf8')

/**
 * The layers of each folder, from the bottom up, as docs/internals/architecture.md draws them. A file imports
 * only from its own layer and from lower ones, including types. The package's entries are on top.
 */
const LAYERS = new Map(
  blocksOf('docs/internals/architecture.md', 'layers').map(({ path: root = '', text: lines }) => [
    root,
    [...lines.matchAll(/^(\S+) {2,}\S.*$/gm)].map(([, layer = '']) => layer).toReversed(),
  ]),
)

it('docs/internals/architecture.md shows the layers of both packages', () => {
  expect([...LAYERS.keys()]).toEqual(['runtime/src', 'src'])
  expect([...LAYERS.values()].filter((layers) => layers.length < 10)).toEqual([])
})

describe.each([...LAYERS])('architecture: %s', (root, layers) => {
  const imports = importsOf(at(root))

  it('each layer in the list contains files', () => {
    expect(
      layers.filter((layer) => ![...imports.keys()].some((file) => file.startsWith(`${layer}/`))),
    ).toEqual([])
  })

  it('each file is in a layer or is an entry of the package', () => {
    const elsewhere = [...imports.keys()].filter((file) => file.includes('/') && layerOf(file, layers) === -1)
    expect(elsewhere).toEqual([])
  })

  it('no file imports from a higher layer, not even a type', () => {
    const upward = [...imports].flatMap(([file, targets]) =>
      targets
        .filter((target) => levelOf(target, layers) > levelOf(file, layers))
        .map((target) => `${file} → ${target}`),
    )
    expect(upward).toEqual([])
  })

  it('no files form an import cycle, even with type imports', () => {
    expect(circlesOf(imports)).toEqual([])
  })

  it.runIf(root === 'runtime/src')('a folder of the runtime has at most fifteen files', () => {
    const counts = new Map<string, number>()
    for (const file of imports.keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 15)).toEqual([])
  })
})

describe.each(['kysely/src', 'client/src'])('the folders in %s', (root) => {
  const imports = importsOf(at(root))

  it('folders form no import cycle, even with type imports', () => {
    const folders = new Map<string, Set<string>>()
    for (const [file, targets] of imports) {
      const folder = dirname(file)
      const used = folders.get(folder) ?? new Set()
      for (const target of targets) if (dirname(target) !== folder) used.add(dirname(target))
      folders.set(folder, used)
    }
    expect(folders.size).toBeGreaterThan(1)
    expect(circlesOf(folders)).toEqual([])
  })
})

describe('the vocabulary, which the runtime shares with the generator', () => {
  it('the generator imports no other part of the runtime', () => {
    const files = [...importsOf(at('src')).keys()]
    const others = files.flatMap((file) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(at(`src/${file}`), 'utf8'))
      const named = importedFiles.map(({ fileName }) => fileName)
      return named.filter((name) => name.startsWith('@jsonapi-gen/')).map((name) => `${file} → ${name}`)
    })
    expect(others.length).toBeGreaterThan(10)
    const shared = / → @jsonapi-gen\/(?:runtime\/vocabulary|openapi|explorer)$/
    expect(others.filter((line) => !shared.test(line))).toEqual([])
  })

  it('the vocabulary loads no other part of the runtime', () => {
    const imports = importsOf(at('runtime/src'))
    const loaded = new Set(['vocabulary.ts'])
    for (const file of loaded) for (const target of imports.get(file) ?? []) loaded.add(target)
    const elsewhere = [...loaded].filter((file) => !file.startsWith('vocabulary/'))
    expect(elsewhere.toSorted()).toEqual(['base/cast.ts', 'base/own.ts', 'vocabulary.ts'])
  })
})

describe.each(['openapi/src', 'explorer/src'])('the package in %s, which the core does not need', (root) => {
  it('an optional package loads only the vocabulary of the runtime', () => {
    const loaded = [...importsOf(at(root)).keys()].flatMap((file) =>
      [
        ...readFileSync(at(`${root}/${file}`), 'utf8').matchAll(
          /^(?:import|export)(?! type)[^';]*? from '(@jsonapi-gen\/[^']+)'/gm,
        ),
      ].map(([, name]) => name),
    )
    expect(new Set(loaded)).toEqual(new Set(['@jsonapi-gen/runtime/vocabulary']))
  })

  it('the runtime does not import the optional packages', () => {
    const files = [...importsOf(at('runtime/src')).keys()]
    const name = root.replace('/src', '')
    const users = files.filter((file) =>
      new RegExp(`(?:from|import\\() ?'@jsonapi-gen/${name}`).test(
        withoutComments(readFileSync(at(`runtime/src/${file}`), 'utf8')),
      ),
    )
    expect(users).toEqual([])
  })
})

describe('capabilities', () => {
  it('the core does not know the capabilities: only their list and the class Resource import them', () => {
    const imports = importsOf(at('runtime/src'))
    const users = [...imports].flatMap(([file, targets]) => {
      const folder = /^capabilities\/[^/]+\//.exec(file)?.[0]
      return targets
        .filter((target) => target.startsWith('capabilities/') && !(folder && target.startsWith(folder)))
        .map((target) => `${file} → ${target.replace('capabilities/', '')}`)
    })
    expect(users).toEqual([
      'api/api-options.ts → idempotency/idempotency-options.ts',
      'api/capabilities.ts → actions/capability.ts',
      'api/capabilities.ts → conditions/capability.ts',
      'api/capabilities.ts → cursors/capability.ts',
      'api/capabilities.ts → idempotency/capability.ts',
      'api/capabilities.ts → idempotency/idempotency-options.ts',
      'api/capabilities.ts → operations/capability.ts',
      // Cursors also work in process, without an API.
      'in-process/resource.ts → cursors/capability.ts',
      'index.ts → idempotency/idempotency-options.ts',
      // The contract of adapters reads the ranges of a sort as pages by cursor do.
      'testing/cursor-nodes.ts → cursors/position.ts',
      'testing/cursor-nodes.ts → cursors/cursor-ranges.ts',
    ])
  })

  it('each capability is a folder with a file capability.ts', () => {
    const files = [...importsOf(at('runtime/src')).keys()].filter((file) => file.startsWith('capabilities/'))
    const folders = [...new Set(files.map((file) => dirname(file)))]
    expect(folders.toSorted()).toEqual(
      ['actions', 'conditions', 'cursors', 'idempotency', 'operations'].map((name) => `capabilities/${name}`),
    )
    expect(folders.filter((folder) => !files.includes(`${folder}/capability.ts`))).toEqual([])
  })
})

describe('runtime functions', () => {
  const functions = [...importsOf(at('runtime/src')).keys()].flatMap((file) => functionsOf(file))

  it('functions of the runtime have at most five parameters', () => {
    const trains = functions.filter(({ parameters }) => parameters > 5)
    expect(trains.map(({ file, name, parameters }) => `${file}: ${name} takes ${parameters}`)).toEqual([])
  })
})

describe('the adapter (23.6)', () => {
  const source = ts.createSourceFile(
    'adapter.ts',
    readFileSync(at('runtime/src/adapter/adapter.ts'), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const [adapter, ...others] = source.statements.filter(ts.isClassDeclaration)
  const membersOf = (declaration: ts.ClassDeclaration) =>
    declaration.members.map((member) => ({
      name: member.name?.getText() ?? '',
      isAbstract:
        ts.isMethodDeclaration(member) && ts.getCombinedModifierFlags(member) === ts.ModifierFlags.Abstract,
      isOptional: 'questionToken' in member && member.questionToken !== undefined,
    }))

  it('the Adapter interface has eleven members, all required and without default implementations', () => {
    if (!adapter || others.length > 0) throw new Error('The file holds one class.')
    const names = [
      'facts',
      'all',
      'narrow',
      'arrange',
      'conditionOf',
      'read',
      'stats',
      'write',
      'transaction',
      'faultOf',
      'describe',
    ]
    expect(membersOf(adapter)).toEqual(names.map((name) => ({ name, isAbstract: true, isOptional: false })))
  })

  it('the Prisma adapter imports only modules that a third-party adapter could import', () => {
    const exported = new Set(
      ['adapter.ts', 'sql.ts', 'index.ts', 'vocabulary.ts'].flatMap((entry) =>
        namesIn(entry).map(({ name }) => name),
      ),
    )
    const files = [...importsOf(at('runtime/src')).keys()].filter((file) => file.startsWith('prisma/'))
    const others = files.flatMap((file) =>
      namesIn(file)
        .filter(({ from, name }) => {
          const target = join(dirname(file), from)
          return !target.startsWith('prisma/') && target !== 'base/cast.js' && !exported.has(name)
        })
        .map(({ name }) => `${file}: ${name}`),
    )
    expect(exported.size).toBeGreaterThan(100)
    expect(others).toEqual([])
  })
})

/** The names that a file in the runtime imports from other files or re-exports. */
function namesIn(file: string): readonly { readonly name: string; readonly from: string }[] {
  const text = readFileSync(at(`runtime/src/${file}`), 'utf8')
  const lists = [...text.matchAll(/(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/g)]
  return lists.flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) =>
        name
          .trim()
          .replace(/^type /, '')
          .replace(/ as .*/, ''),
      )
      .filter((name) => name !== '')
      .map((name) => ({ name, from })),
  )
}

/**
 * The private parts of Prisma, its driver adapters and their drivers (rule 23.13): members, symbols, classes and pool
 * counters. The facts about a store come from the generator, and drivers are wrapped through their public interfaces.
 */
const PRIVATE: readonly RegExp[] = [
  /\b_(?:runtimeDataModel|engineConfig|engine|extensions|originalClient|appliedParent|clientVersion|active\w+)\b/,
  /\b(?:inlineSchema|inlineDatamodel|activeProvider|objectEnumValue|_getName|underlyingDriver)\b/,
  /\bSymbol\.for\(\s*['"`](?!jsonapi-gen)/,
  /\bgetOwnPropertySymbols\b/,
  /\b(?:Sqlite3Client|Sqlite3Transaction|LibSqlQueryable|PgPool|LOCK_TAG)\b/,
  /\b(?:totalCount|idleCount|waitingCount|idleConnections|activeConnections|totalConnections)\b/,
  // A private class, identified by its name, and a private member, identified by its underscore.
  /memberOf\(\s*memberOf\([^()]*'constructor'/,
  /memberOf\([^()]*,\s*'_(?!sum|avg|min|max|count|all)/,
]

it('the runtime does not read private members of Prisma or of a driver (23.13)', () => {
  const found = [...importsOf(at('runtime/src')).keys()].flatMap((file) => {
    const code = withoutComments(readFileSync(at(`runtime/src/${file}`), 'utf8'))
    return PRIVATE.flatMap((word) => {
      const [said] = word.exec(code) ?? []
      return said === undefined ? [] : [`${file}: ${said}`]
    })
  })
  expect(found).toEqual([])
})

it('the Prisma adapter does not identify classes by name (23.13)', () => {
  const files = [...importsOf(at('runtime/src')).keys()].filter((file) => file.startsWith('prisma/'))
  const named = files.filter((file) =>
    readFileSync(at(`runtime/src/${file}`), 'utf8').includes('constructor.name'),
  )
  // This file names the class only in the message about an object that was passed instead of a scope.
  expect(named).toEqual(['prisma/scope/prisma-scope.ts'])
})

const withoutComments = (code: string): string => code.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '')

/**
 * The calls that read a store, or that begin or narrow a scope, each with the operation that an application may
 * override.
 */
const READS =
  /\b(?:\w*[aA]dapter(?:\([^()]*\))?)[?!]?\.(?:all|narrow|arrange|read|stats)\(|\.resolve\(scope\)/g

it('only reader/ reads from a store, apart from the operations that a resource inherits (4.3)', () => {
  const files = [...importsOf(at('runtime/src')).keys()].filter(
    (file) => !/^(?:adapter|prisma|sql|testing)\//.test(file),
  )
  const reads = files.flatMap((file) =>
    [...withoutComments(readFileSync(at(`runtime/src/${file}`), 'utf8')).matchAll(READS)].map(() => file),
  )
  const isInReader = (file: string): boolean => file.startsWith('reader/')
  expect(reads.filter(isInReader).length).toBeGreaterThan(20)
  expect(reads.filter((file) => !isInReader(file))).toEqual([
    'in-process/resource.ts',
    'in-process/resource.ts',
    'in-process/resource.ts',
  ])
})

describe('docs/internals/architecture.md', () => {
  it.each(['docs/internals/architecture.md', 'CONTRIBUTING.md'])(
    '%s mentions only files that exist',
    (path) => {
      const text = readFileSync(at(path), 'utf8')
      const named = [...text.matchAll(/`((?:runtime|src|test|templates|docs|examples)\/[^`\s]*)`/g)]
        .map(([, file = '']) => file)
        .filter((file) => !file.includes('JGnnn'))
      expect(named.length).toBeGreaterThan(30)
      expect(named.filter((file) => !existsSync(at(file)))).toEqual([])
    },
  )

  it('docs/internals/architecture.md names existing types for the values passed between steps', () => {
    const [drawn] = blocksOf('docs/internals/architecture.md', 'text')
    const types = (drawn?.text ?? '').match(/\b[A-Z]\w+/g) ?? []
    const declared = ['runtime/src', 'src']
      .flatMap((root) =>
        [...importsOf(at(root)).keys()].map((file) => readFileSync(at(`${root}/${file}`), 'utf8')),
      )
      .join('\n')
    expect(types).toEqual(['Schema', 'Plan', 'Query', 'ReadPlan', 'Scope'])
    expect(
      types.filter((type) => !new RegExp(`^export (?:class|interface|type) ${type}\\b`, 'm').test(declared)),
    ).toEqual([])
  })

  it('docs/internals/architecture.md mentions only functions that the adjacent files export', () => {
    const steps = [...document.matchAll(/^\| \d+ \| `([^`]+)` \| `([^`]+)` \|/gm)]
    expect(steps.length).toBeGreaterThan(40)
    const missing = steps.filter(([, path = '', name = '']) => {
      const declared = new RegExp(
        String.raw`^export (?:abstract |async )?(?:function|class|const) ${name}\b`,
        'm',
      )
      return !existsSync(at(path)) || !declared.test(readFileSync(at(path), 'utf8'))
    })
    expect(missing.map(([line]) => line)).toEqual([])
  })
})

const layerOf = (file: string, layers: readonly string[]): number =>
  layers.findIndex((layer) => file.startsWith(`${layer}/`))

/** Entries are in no folder, and above everything else. */
const levelOf = (file: string, layers: readonly string[]): number =>
  file.includes('/') ? layerOf(file, layers) : layers.length

/** The files that each file imports, as paths from the root. */
function importsOf(root: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  return new Map(
    files.toSorted().map((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const specifiers = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
      const targets = specifiers.map(([, specifier = '']) =>
        relative(root, resolve(root, dirname(file), specifier)).replace(/\.js$/, '.ts'),
      )
      return [file, targets]
    }),
  )
}

/** The import cycles, each beginning with the file in which it was found. */
function circlesOf(imports: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const done = new Set<string>()
  const circles: string[] = []
  const walk = (file: string, way: readonly string[]): void => {
    const start = way.indexOf(file)
    if (start !== -1) circles.push([...way.slice(start), file].join(' → '))
    if (start !== -1 || done.has(file)) return
    for (const target of imports.get(file) ?? []) walk(target, [...way, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return circles
}

interface FunctionOf {
  readonly file: string
  readonly name: string
  readonly parameters: number
  /** Whether a node is a top-level function, as opposed to a nested function or a method. */
  readonly isOfModule: boolean
}

function functionsOf(file: string): readonly FunctionOf[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(at(`runtime/src/${file}`), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  const found: FunctionOf[] = []
  const visit = (node: ts.Node): void => {
    // Overload signatures have no body.
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const declaration =
        ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent) ? node.parent : node
      const place = declaration === node ? node.parent : node.parent.parent.parent.parent
      const name = declaration.name?.getText() ?? 'a function without a name'
      const parameters = node.parameters.length
      found.push({ file, name, parameters, isOfModule: place === source })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
