import { Worker } from 'node:worker_threads'
import type { FileNode } from './file.js'
import type { OutputFile } from './output-file.js'
import { printHere, type Print } from './print.js'

/** A printer that runs in its own thread until it is stopped. */
export interface Printing {
  readonly print: Print
  stop(): Promise<void>
}

// This much memory suffices for printing resource files one after another. Without a limit, V8 keeps more garbage
// than live data.
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 }
// The maximum length of a constant, in characters: about a hundredth of the memory above, in bytes.
const LARGE = 1_000_000

/**
 * Prints in a worker thread, which loads ts-morph while the schema is still being read: loading takes as long as
 * reading and checking a hundred resources. Large files are printed in the calling thread, as are all files if the
 * worker ends. With `isLate`, the worker starts only when the first file is printed, because probably no file will be.
 */
export function printBeside({ isLate = false }: { readonly isLate?: boolean } = {}): Printing {
  let started: Worker | undefined
  // The thread responds in the order of the requests.
  const asked: ((printed: unknown) => void)[] = []
  let isGone = false
  const end = (): void => {
    isGone = true
    for (const answer of asked.splice(0)) answer(undefined)
  }
  const worker = (): Worker =>
    (started ??= new Worker(new URL('./print-thread.js', import.meta.url), { resourceLimits: MEMORY })
      .on('message', (printed: unknown) => asked.shift()?.(printed))
      .on('error', end)
      .on('exit', end))
  if (!isLate) worker()
  let here: Promise<Print> | undefined
  return {
    print: async (file) => {
      const printed = isGone || isLarge(file) ? undefined : await ask(worker(), file, asked)
      if (isOutputFile(printed)) return printed
      here ??= printHere()
      return (await here)(file)
    },
    stop: async () => void (await started?.terminate()),
  }
}

function ask(worker: Worker, file: FileNode, asked: ((printed: unknown) => void)[]): Promise<unknown> {
  return new Promise((resolve) => {
    worker.postMessage(file)
    asked.push(resolve)
  })
}

const isLarge = ({ statements }: FileNode): boolean =>
  statements.some(
    (each) =>
      each.kind === 'const' &&
      each.declarations.some(({ initializer }) => String(initializer).length > LARGE),
  )

function isOutputFile(value: unknown): value is OutputFile {
  return typeof value === 'object' && value !== null && 'path' in value && 'text' in value
}
