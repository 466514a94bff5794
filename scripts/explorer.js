// Bundles the explorer's page, as part of `npm run build`.
import { buildExplorer } from './lib/explorer.js'

await buildExplorer()
