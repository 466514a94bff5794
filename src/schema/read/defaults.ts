import type { Report } from '../../diagnostic/report.js'
import type { Tree } from '../../tree/tree.js'
import type { DeclaredDefaults } from '../declared.js'
import { readCache } from './cache.js'
import { readFields } from './fields.js'
import { readPage } from './page.js'
import { readActions, readDefaultScopes, readGuards } from './policies.js'
import { readUnindexed } from './unindexed.js'

const KEYS = ['scopes', 'actions', 'guards', 'page', 'cache', 'unindexed'] as const

/** Reads `defaults`: the declarations that apply to every resource without its own (rule 14.14). */
export function readDefaults(tree: Tree, report: Report): DeclaredDefaults {
  const fields = readFields(tree, 'defaults', KEYS, report)
  return {
    scopes: readDefaultScopes(fields.get('scopes'), report),
    ...readActions(fields.get('actions'), report),
    guards: readGuards(fields.get('guards'), 'the guards', report),
    page: readPage(fields.get('page'), ['size', 'max', 'style'], report),
    cache: readCache(fields.get('cache'), report),
    unindexed: readUnindexed(fields.get('unindexed'), report),
  }
}
