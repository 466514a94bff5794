import type { FileNode } from './file.js'
import type { OutputFile } from './output-file.js'

/** Prints a file. Rejects with an Error if its code does not parse, which is our bug. */
export type Print = (file: FileNode) => Promise<OutputFile>

/** Prints in this thread. ts-morph is loaded now instead of while files are printed. */
export async function printHere(): Promise<Print> {
  const { createPrinter } = await import('./project.js')
  const print = createPrinter()
  return async (file) => print(file)
}
