import { InvalidInclude } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { namesOf } from './entry.js'
import { type IncludeTree, includeTreeOfPaths, NO_INCLUDES } from './include.js'
import type { Limits } from './limits.js'
import { bracketsFault, type ParamMap, writtenName } from './params.js'

/** Reads the parameter `include`; undefined if it is absent. Collects faults of its form, its names and its limits. */
export function readInclude(
  params: ParamMap,
  limits: Limits,
  strict: boolean,
  faults: JsonapiError[],
): IncludeTree | undefined {
  const node = params.entries.get('include')
  if (!node) return undefined
  const paths = namesOf(node)
  const refuse = (detail: string): IncludeTree => {
    faults.push(new InvalidInclude({ detail, source: { parameter: writtenName('include', node) } }))
    return NO_INCLUDES
  }
  if (!paths) {
    return refuse('The parameter "include" must be a list of relationship paths, separated by commas.')
  }
  if (strict && node.kind === 'list') return refuse(bracketsFault(writtenName('include', node)))
  const malformed = paths.find((path) => path.split('.').includes(''))
  if (malformed !== undefined) return refuse(`The include path "${malformed}" is malformed.`)
  const tooDeep = paths.find((path) => path.split('.').length > limits.includeDepth)
  if (tooDeep !== undefined) {
    return refuse(`The include path "${tooDeep}" is deeper than ${limits.includeDepth} relationships.`)
  }
  const tree = includeTreeOfPaths(paths)
  return sizeOf(tree) > limits.includePaths
    ? refuse(`A request can include at most ${limits.includePaths} paths.`)
    : tree
}

const sizeOf = (tree: IncludeTree): number =>
  [...tree.values()].reduce((size, below) => size + 1 + sizeOf(below), 0)
