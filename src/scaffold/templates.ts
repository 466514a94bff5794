import { didYouMeanPath } from '../file/near-path.js'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../diagnostic/report.js'
import { didYouMean } from '../diagnostic/suggest.js'
import { allowed, quoted } from '../diagnostic/words.js'
import { errorCodeOf, reasonOf } from '../plan/io.js'
import { placeOfFile } from '../plan/paths.js'
import { createSource, type Source, type Span } from '../source/source.js'

/** The templates for the user's own files, keyed by their path in the templates folder without `.hbs`. */
export const TEMPLATES = [
  'application.resource.ts',
  'application.controller.ts',
  'resource.ts',
  'routes.ts',
  'routes.test.ts',
  'testing.ts',
  'contract.test.ts',
  'prove.ts',
  'routes-index/express.ts',
  'routes-index/fastify.ts',
  'routes-index/fetch.ts',
  'routes-index/hono.ts',
  'routes-index/nest.ts',
] as const

/** The name of a template. */
export type TemplateName = (typeof TEMPLATES)[number]

/** All templates, each with the file that it was read from. */
export type Templates = ReadonlyMap<TemplateName, Source>

/** The folder of our own templates: next to src and dist. */
export const OWN_TEMPLATES: string = fileURLToPath(new URL('../../templates', import.meta.url))

/**
 * Reads the templates; a template in `overrides` replaces the built-in template. Reports `overrides` that is not a
 * folder and a template that is not text (JG604), and a file with an unknown name (JG606).
 */
export async function readTemplates(overrides: string | undefined, report: Report): Promise<Templates> {
  if (overrides !== undefined) await checkFolder(overrides, report)
  const read = async (name: TemplateName): Promise<readonly [TemplateName, Source]> => {
    const own =
      overrides === undefined ? undefined : await readOptional(join(overrides, `${name}.hbs`), report)
    return [name, own ?? (await readOwnTemplate(name))]
  }
  return new Map(await Promise.all(TEMPLATES.map(read)))
}

/** Reads a built-in template. */
export async function readOwnTemplate(name: TemplateName): Promise<Source> {
  const path = join(OWN_TEMPLATES, `${name}.hbs`)
  return createSource(path, await readFile(path, 'utf8'))
}

/** The text of a template. Throws if no template has that name, which is a bug in jsonapi-gen. */
export function templateOf(templates: Templates, name: TemplateName): Source {
  const template = templates.get(name)
  if (!template) throw new Error(`The template ${name} was not read`)
  return template
}

async function checkFolder(folder: string, report: Report): Promise<void> {
  const names = await readdir(folder, { recursive: true }).catch(() => undefined)
  if (!names) {
    const hint = await didYouMeanPath(folder, folder)
    report.add('JG604', placeOfFile(folder), `The template folder does not exist${hint}`)
  }
  for (const name of names ?? []) {
    const template = name.replaceAll('\\', '/')
    if (!template.endsWith('.hbs')) continue
    reportUnknown(template.slice(0, -'.hbs'.length), placeOfFile(join(folder, name)), report)
  }
}

/** Reports a name that no template has (JG606). */
export function reportUnknown(name: string, at: Span, report: Report): void {
  if (TEMPLATES.some((each) => each === name)) return
  const message = `Unknown template ${quoted(name)}${didYouMean(name, TEMPLATES)}`
  report.add('JG606', at, message, { help: allowed(TEMPLATES) })
}

async function readOptional(path: string, report: Report): Promise<Source | undefined> {
  try {
    const bytes = await readFile(path)
    return createSource(path, new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    const reason =
      errorCodeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not valid UTF-8' : reasonOf(error)
    report.add('JG604', placeOfFile(path), `The template cannot be read: ${reason}`)
    return undefined
  }
}
