/** What writes documents, and answers with what is written: `loadWrites` loads it. */
export { destroyRecord, writeDocument } from '../write/persist/write-document.js'
export { renderWritten } from './render-write.js'
