import { dirname, isAbsolute, join, relative } from 'node:path'
import { located, spanOf, type Located } from '../source/source.js'
import { readString } from './annotation/string.js'
import type { Block, Member, Scanned } from './scan/blocks.js'

/** The generator block of jsonapi-gen: `generator jsonapi { provider = "jsonapi-gen prisma" … }`. */
export function ownGenerator(files: readonly Scanned[]): Block | undefined {
  return generators(files).find((block) => settingOf(block, 'provider')?.value.includes('jsonapi-gen'))
}

/**
 * The module that Prisma's own generator block writes the client to: a path relative to `folder`, with an extension
 * unless it is `.js`. If the block has no output, the module is a package. Undefined if there is no such block. The
 * path in the block is relative to the block's file.
 */
export function clientModule(files: readonly Scanned[], folder: string): Located<string> | undefined {
  for (const block of generators(files)) {
    const provider = settingOf(block, 'provider')
    const output = settingOf(block, 'output')
    const isNew = provider?.value === 'prisma-client'
    if (isNew && output) return located(`${pathOf(folder, output)}/client${extensionOf(block)}`, output.at)
    if (provider?.value !== 'prisma-client-js') continue
    return output
      ? located(`${pathOf(folder, output)}/index`, output.at)
      : located('@prisma/client', provider.at)
  }
  return undefined
}

function pathOf(folder: string, { value, at }: Located<string>): string {
  if (isAbsolute(value)) return value.replaceAll('\\', '/')
  const way = relative(folder, join(dirname(at.source.path), value)).replaceAll('\\', '/')
  return way.startsWith('.') ? way : `./${way}`
}

/** `generatedFileExtension = "mts"` writes client.mts, which is imported as client.mjs. */
function extensionOf(block: Block): string {
  const kind = /^([cm])ts$/.exec(settingOf(block, 'generatedFileExtension')?.value ?? '')?.[1]
  return kind === undefined ? '' : `.${kind}js`
}

/** The database of a Prisma schema, as its `datasource` names it. */
export function providerOf(files: readonly Scanned[]): Located<string> | undefined {
  const sources = files.flatMap(({ blocks }) => blocks.filter(({ keyword }) => keyword === 'datasource'))
  return sources[0] && settingOf(sources[0], 'provider')
}

/** Whether Prisma emulates foreign keys: `relationMode = "prisma"` in the `datasource`. */
export function emulatesKeys(files: readonly Scanned[]): boolean {
  const sources = files.flatMap(({ blocks }) => blocks.filter(({ keyword }) => keyword === 'datasource'))
  return sources.some((source) => settingOf(source, 'relationMode')?.value === 'prisma')
}

/** A string setting in a block: `output = "../src/api"`. */
export function settingOf(block: Block, key: string): Located<string> | undefined {
  const member = block.members.find(({ name }) => name.value === key)
  return member && settingText(member)
}

/** The string value of a setting; undefined if it is not a string. */
export function settingText({ rest }: Member): Located<string> | undefined {
  const start = rest.value.indexOf('"')
  const read = start === -1 ? undefined : readString(rest.value, start)
  if (!read?.ok) return undefined
  const from = rest.at.start + start
  return { value: read.value, at: spanOf(rest.at.source, from, from + read.length) }
}

function generators(files: readonly Scanned[]): readonly Block[] {
  return files.flatMap(({ blocks }) => blocks.filter(({ keyword }) => keyword === 'generator'))
}
