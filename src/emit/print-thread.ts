import { parentPort } from 'node:worker_threads'
import type { FileNode } from './file.js'
import { createPrinter } from './project.js'

// The thread of `printBeside`: each message is a file, and the response is its text, in order. A failure ends
// the thread. The caller then prints the file itself, and encounters the same failure.
const print = createPrinter()
parentPort?.on('message', (file: FileNode) => parentPort?.postMessage(print(file)))
