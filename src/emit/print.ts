import type { Memory } from '../file/memory.js'
import type { FileNode } from './file.js'
import type { OutputFile } from './output-file.js'

/** Prints a file. Rejects with an Error if its code does not parse, which is a bug in jsonapi-gen. */
export type Print = (file: FileNode) => Promise<OutputFile>

/** Prints in this thread. ts-morph is loaded now rather than while files are printed. */
export async function printHere(): Promise<Print> {
  const { createPrinter } = await import('./project.js')
  const print = createPrinter()
  return async (file) => print(file)
}

/**
 * A printer that prints a file only if its text is not yet known. The text is known if the file on disk was printed
 * from the same structures. `print` is called only if necessary, so ts-morph may never be loaded.
 */
export function printUnknown(
  print: Print | undefined,
  memory: Memory,
  onDisk: ReadonlyMap<string, string>,
): Print {
  let here: Promise<Print> | undefined
  return async (file) => {
    const { path } = file
    const before = onDisk.get(path)?.replaceAll('\r\n', '\n')
    if (before !== undefined && memory.knows(`printed ${path}`, file, before)) return { path, text: before }
    const printed = await (print ?? (await (here ??= printHere())))(file)
    memory.note(`printed ${path}`, file, printed.text)
    return printed
  }
}
