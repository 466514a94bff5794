/** The code of writes and their answers, which `loadWrites` loads. */
export { destroyRecord, writeDocument } from '../../write/persist/write-document.js'
export { changeRelationship } from './change-relationship.js'
export { renderWritten } from './render-write.js'
