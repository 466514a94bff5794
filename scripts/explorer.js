// Bundles the page of the explorer: a part of `npm run build`.
import { buildExplorer } from './lib/explorer.js'

await buildExplorer()
