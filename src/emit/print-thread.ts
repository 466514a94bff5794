import { parentPort } from 'node:worker_threads'
import type { FileNode } from './file.js'
import { createPrinter } from './project.js'

// The thread of `printBeside`: each message is a file, and is answered by its text, in turn. A failure ends the thread; whoever
// asked prints the file anew, and meets it there.
const print = createPrinter()
parentPort?.on('message', (file: FileNode) => parentPort?.postMessage(print(file)))
