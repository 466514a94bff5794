import { basename, dirname } from 'node:path'
import type { Report } from '../diagnostic/report.js'
import { didYouMean } from '../diagnostic/suggest.js'
import { allowed, quoted } from '../diagnostic/words.js'
import { spanOf, type Located } from '../source/source.js'
import type { Entry, MapTree, Tree } from '../tree/tree.js'
import { annotationsIn, parsed, refuseAnnotations } from './annotation/collect.js'
import { proseOf } from './annotation/docs.js'
import { generatorAnnotations } from './annotation/generator-annotations.js'
import { applyToModel, refusePositional } from './annotation/model-annotations.js'
import type { Annotation } from './annotation/parse.js'
import { distinct, resourceTree } from './annotation/sections.js'
import type { Datamodel } from './datamodel.js'
import { derivedTypes, usualType } from './derived-types.js'
import { clientModule, ownGenerator, settingText } from './generator-block.js'
import { addFields } from './model-fields.js'
import { isModel } from './to-datamodel.js'
import type { Block, Scanned } from './scan/blocks.js'

/**
 * Converts the annotations of a Prisma schema to a tree in the form of YAML: settings from our generator block,
 * `@jsonapi.defaults` for all resources, and a resource for each `@jsonapi.resource`. Types are omitted, because the
 * datamodel has them.
 */
export function prismaTree(files: readonly Scanned[], datamodel: Datamodel, report: Report): MapTree {
  const start = spanOf(files[0]?.source ?? { path: '', text: '' }, 0, 1)
  for (const { strayDocs, blocks } of files) {
    refuseAnnotations(strayDocs, 'No model follows this annotation', report)
    for (const block of blocks) refuseStray(block, report)
  }
  const models = files.flatMap(({ blocks }) => blocks.filter(isModel))
  const annotated = models.map((block) => ({
    block,
    annotations: annotationsIn(block.docs, 'model', report),
  }))
  const ofResources = annotated.filter(({ annotations }) => isResource(annotations))
  const exposed = new Set(ofResources.map(({ block }) => block.name.value))
  const types = typesOf(ofResources, report)
  const resources = annotated.flatMap(({ block, annotations }) =>
    resourcesOf(block, annotations, { exposed, types, datamodel, report }),
  )
  const own = ownGenerator(files)
  const ofWhole = generatorAnnotations(own?.docs ?? [], report)
  return {
    kind: 'map',
    at: start,
    entries: [
      ...settingsOf(own, files, report),
      ...ofWhole.defaults,
      {
        key: 'resources',
        at: start,
        value: mapOf(distinct([...resources, ...ofWhole.resources], report), start),
      },
    ],
  }
}

/** A model and the annotations above it. */
interface Annotated {
  readonly block: Block
  readonly annotations: readonly Annotation[]
}

/**
 * The types of the models that do not specify one. If the usual name would clash, a different name is used, and
 * a note reports this (JG803).
 */
function typesOf(models: readonly Annotated[], report: Report): ReadonlyMap<string, string> {
  const said = models.flatMap(({ annotations }) => annotations.flatMap((each) => givenType(each) ?? []))
  const silent = models.filter(({ annotations }) => {
    const main = annotations.find(({ name }) => name.value === 'resource')
    return main !== undefined && givenType(main) === undefined
  })
  const types = derivedTypes(
    silent.map(({ block }) => block.name.value),
    said,
  )
  for (const { block } of silent) {
    const { value, at } = block.name
    const type = types.get(value)
    if (type === undefined || type === usualType(value)) continue
    report.add(
      'JG803',
      at,
      `Model ${quoted(value)} has the type ${quoted(type)}, because ${quoted(usualType(value))} is already taken`,
      {
        help: 'choose a different name: @jsonapi.resource(type: "…")',
      },
    )
  }
  return types
}

interface Reading {
  readonly exposed: ReadonlySet<string>
  readonly types: ReadonlyMap<string, string>
  readonly datamodel: Datamodel
  readonly report: Report
}

function resourcesOf(block: Block, annotations: readonly Annotation[], reading: Reading): readonly Entry[] {
  const { exposed, types, datamodel, report } = reading
  const [main, ...others] = annotations.filter(({ name }) => name.value === 'resource')
  const model = datamodel.models.get(block.name.value)
  if (main && !model) {
    report.add(
      'JG705',
      main.name.at,
      `Model ${quoted(block.name.value)} is omitted, because the Prisma Client omits it`,
      {
        help: 'remove the annotation, or @@ignore',
      },
    )
    return []
  }
  if (!main || !model) {
    // An invalid annotation that was meant to expose the model has already been reported. Invalid annotations inside
    // the model are reported now.
    if (block.docs.some(({ text }) => text.includes('@jsonapi.res'))) {
      for (const member of block.members) parsed(member.docs, report)
      return []
    }
    for (const member of block.members) refuseAnnotations(member.docs, unexposed(block), report)
    for (const { name } of annotations) report.add('JG512', name.at, unexposed(block))
    return []
  }
  const resource = resourceTree(report)
  for (const entry of argumentsOf(main, block, report)) resource.set(entry)
  // Generated code follows the schema's order: stats of whole rows come before stats of columns, and the
  // model's other annotations come after the annotations of its fields.
  const said = annotations.filter(({ name }) => name.value !== 'resource')
  for (const annotation of said.filter(isStat)) applyToModel(annotation, resource, report)
  addFields(block, model, exposed, resource, report)
  for (const annotation of said.filter((each) => !isStat(each))) applyToModel(annotation, resource, report)
  return [
    { key: typeOf(main, block, types), at: main.name.at, value: resource.tree(block.name.at) },
    // Further resources for the same model must contain all of their own declarations.
    ...others.map((other) => {
      const separate = resourceTree(report)
      for (const entry of argumentsOf(other, block, report)) separate.set(entry)
      return { key: typeOf(other, block, types), at: other.name.at, value: separate.tree(block.name.at) }
    }),
  ]
}

function isStat({ name }: Annotation): boolean {
  return name.value === 'stat'
}

function argumentsOf(annotation: Annotation, block: Block, report: Report): readonly Entry[] {
  refusePositional(annotation, report)
  const { entries } = annotation.named
  const prose = proseOf(block.docs)
  const at = block.name.at
  const given = new Set(entries.map(({ key }) => key))
  const implied: readonly Entry[] = [
    { key: 'model', at, value: { kind: 'scalar', value: block.name.value, at } },
    ...(prose === undefined ? [] : [{ key: 'description', at, value: text(prose, at) }]),
  ]
  return [...implied.filter(({ key }) => !given.has(key)), ...entries.filter(({ key }) => key !== 'type')]
}

function typeOf(annotation: Annotation, { name }: Block, types: ReadonlyMap<string, string>): string {
  return givenType(annotation) ?? types.get(name.value) ?? usualType(name.value)
}

function givenType({ name, named }: Annotation): string | undefined {
  if (name.value !== 'resource') return undefined
  const given = named.entries.find(({ key }) => key === 'type')?.value
  return given?.kind === 'scalar' && given.value !== null ? String(given.value) : undefined
}

function settingsOf(own: Block | undefined, files: readonly Scanned[], report: Report): readonly Entry[] {
  const generate: Entry[] = []
  const folder = dirname(own?.name.at.source.path ?? files[0]?.source.path ?? '')
  let client = clientModule(files, folder)
  const known = [
    'provider',
    'output',
    'framework',
    'imports',
    'adapter',
    'openapi',
    'client',
    'typedClient',
    'idempotency',
  ]
  for (const member of own?.members ?? []) {
    const setting = settingText(member)
    const { name } = member
    if (!known.includes(name.value)) {
      const message = `Unknown key ${quoted(name.value)} in the jsonapi-gen generator${didYouMean(name.value, known)}`
      report.add('JG201', name.at, message, { help: allowed(known) })
    } else if (setting && name.value === 'client') {
      client = setting
    } else if (setting && name.value !== 'provider') {
      // Prisma's own client uses the word `client` in a generator block.
      const key = name.value === 'typedClient' ? 'client' : name.value
      const value = WORDS.has(key) ? word(setting) : text(setting.value, setting.at)
      generate.push({ key, at: name.at, value })
    }
  }
  const at = own?.name.at ?? client?.at ?? spanOf(files[0]?.source ?? { path: '', text: '' }, 0)
  // Prisma's own convention is a folder named prisma next to src.
  if (!generate.some(({ key }) => key === 'output') && basename(folder) === 'prisma') {
    generate.push({ key: 'output', at, value: text('../src/api', at) })
  }
  const prisma: readonly Entry[] = client ? [{ key: 'client', at, value: text(client.value, client.at) }] : []
  return [
    { key: 'generate', at, value: mapOf(generate, at) },
    { key: 'prisma', at, value: mapOf(prisma, at) },
  ]
}

function refuseStray(block: Block, report: Report): void {
  refuseAnnotations(block.strayDocs, 'No field follows this annotation', report)
  if (isModel(block)) return
  const isOwn = block.keyword === 'generator'
  const reason = `An annotation must be above a model or a field, not above or in ${block.keyword} "${block.name.value}"`
  if (!isOwn) refuseAnnotations(block.docs, reason, report)
  for (const { docs } of block.members) refuseAnnotations(docs, reason, report)
}

function isResource(annotations: readonly Annotation[]): boolean {
  return annotations.some(({ name }) => name.value === 'resource')
}

function unexposed({ name }: Block): string {
  return `"${name.value}" is not exposed, so its annotations have no effect; write @jsonapi.resource above it`
}

/** Settings that may be true or false. */
const WORDS = new Set(['openapi', 'idempotency'])

/** A setting that is true or false, written as a string, because a generator block permits only strings. */
function word({ value, at }: Located<string>): Tree {
  return { kind: 'scalar', value: value === 'true' ? true : value === 'false' ? false : value, at }
}

function text(value: string, at: Tree['at']): Tree {
  return { kind: 'scalar', value, at }
}

function mapOf(entries: readonly Entry[], at: Tree['at']): MapTree {
  return { kind: 'map', entries, at }
}
