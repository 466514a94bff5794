import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSource } from '../source/source.js'
import { isColumn, type Datamodel, type Field } from './datamodel.js'
import { loadDatamodel } from './load-datamodel.js'

/**
 * The parts of a datamodel that the generated Prisma Client lacks, such as `Post.subtitle`. A generated client contains
 * a copy of its schema. Without a readable copy, nothing counts as missing.
 *
 * @param module the path of the client's module, without its extension
 */
export async function missingFromClient(module: string, datamodel: Datamodel): Promise<readonly string[]> {
  const text = await copiedSchema(module)
  const loaded = text === undefined ? undefined : await loadDatamodel([createSource('schema.prisma', text)])
  if (!loaded?.ok) return []
  const client = loaded.datamodel
  return [...datamodel.models.values()].flatMap((model) => {
    const old = client.models.get(model.name)
    if (!old) return [`the model ${model.name}`]
    return [...model.fields.values()].flatMap((field) => {
      const name = `${model.name}.${field.name}`
      const known = old.fields.get(field.name)
      if (!known) return [name]
      return typeOf(field, datamodel) === typeOf(known, client) ? [] : [`${name} with its type`]
    })
  })
}

/** A type with everything that the client's code depends on. */
function typeOf(field: Field, { enums }: Datamodel): string {
  const type = isColumn(field) ? [field.type, ...(enums.get(field.type) ?? [])] : [field.model]
  return JSON.stringify([field.kind, type, field.isList, field.isRequired])
}

/** `prisma-client` embeds the schema in its code, as JSON. `prisma-client-js` stores it in a file. */
async function copiedSchema(module: string): Promise<string | undefined> {
  const folder = dirname(module)
  const beside = await readFile(join(folder, 'schema.prisma'), 'utf8').catch(() => undefined)
  if (beside !== undefined) return beside
  for (const extension of ['ts', 'mts', 'cts']) {
    const code = await readFile(join(folder, `internal/class.${extension}`), 'utf8').catch(() => undefined)
    if (code !== undefined) return embeddedIn(code)
  }
  return undefined
}

const MEMBER = '"inlineSchema": '

function embeddedIn(code: string): string | undefined {
  const start = code.indexOf(MEMBER)
  const line = start === -1 ? '' : code.slice(start + MEMBER.length, code.indexOf('\n', start))
  try {
    const text: unknown = JSON.parse(line.trimEnd().replace(/,$/, ''))
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}
