import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { jsonapiGenHere } from '../../generator/support/cli.js'
import { emptyFolder, textsUnder } from '../../generator/support/folder.js'
import { schemaOf } from './schemas.js'

/** The files under a folder and their content. */
export type Tree = Readonly<Record<string, string>>

/** A project with two schemas, a.yaml and b.yaml, for one output folder. */
export interface Project {
  readonly folder: string
  readonly output: string
  /** The output of each schema in an empty folder. */
  readonly expected: { readonly a: Tree; readonly b: Tree }
}

/** Creates the project with an empty output folder. */
export async function twoSchemas(resources?: number): Promise<Project> {
  const folder = await emptyFolder()
  const expected: Record<string, Tree> = {}
  for (const variant of ['a', 'b']) {
    await writeFile(join(folder, `${variant}.yaml`), schemaOf(variant, resources))
    const reference = join(folder, `reference-${variant}`)
    const { code, stderr } = await jsonapiGenHere(
      ['generate', '--schema', `${variant}.yaml`, '--output', reference],
      folder,
    )
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expected[variant] = await textsUnder(reference)
  }
  const { a = {}, b = {} } = expected
  return { folder, output: join(folder, 'api'), expected: { a, b } }
}
