import type { AnyApiOptions } from './api-options.js'
import type { ExplorerOptions } from './explorer-options.js'
import { isOpenApi } from './openapi-document.js'

/** The explorer of an API, if it has one. */
export function explorerOf({ explorer }: AnyApiOptions): ExplorerOptions | undefined {
  return explorer === true ? {} : explorer || undefined
}

/** Where the page is. */
export const pathOfExplorer = ({ path = '/explorer' }: ExplorerOptions): string => path

/** Whether an address belongs to the explorer, and the request may have it. */
export async function isForExplorer(
  path: string,
  request: Request,
  options: AnyApiOptions,
): Promise<boolean> {
  const explorer = explorerOf(options)
  if (!explorer) return false
  const place = pathOfExplorer(explorer)
  if (path !== place && !path.startsWith(`${place}/`)) return false
  return isPermitted(explorer, request)
}

/** Whether a request of the page asks for its queries, and gets them. */
export async function asksForQueries(request: Request, options: AnyApiOptions): Promise<boolean> {
  const explorer = explorerOf(options)
  if (explorer?.queries !== true || request.headers.get('x-explorer') !== 'queries') return false
  return isPermitted(explorer, request)
}

const isPermitted = async ({ if: permits }: ExplorerOptions, request: Request): Promise<boolean> =>
  permits === undefined || (await permits(request)) === true

/** Throws for an option that is none, an address that is taken, and where no contract is. */
export function checkExplorer(options: AnyApiOptions): void {
  if (!isOption(options.explorer)) {
    throw new TypeError(
      'The option "explorer" must be a boolean or { if, path, queries }, and "if" must be a function.',
    )
  }
  const explorer = explorerOf(options)
  if (!explorer) return
  const path = pathOfExplorer(explorer)
  if (!/^(?:\/[\w~-][\w.~-]*)+$/.test(path)) {
    throw new TypeError(
      `The option "explorer" has the invalid path ${JSON.stringify(path)}. Write '/explorer', without a trailing slash.`,
    )
  }
  const { contract, openapi, operations, registry } = options
  const [, first = ''] = path.split('/')
  const taken = [
    ...registry.keys(),
    ...(operations === true ? ['operations'] : []),
    ...(openapi ? ['openapi.json'] : []),
  ]
  if (taken.includes(first)) {
    const what = registry.has(first) ? `the resource of the type "${first}"` : `"/${first}"`
    throw new Error(
      `The explorer and ${what} would have the same path. Move the explorer: explorer: { path: '/${freeName(taken)}' }.`,
    )
  }
  if (contract === undefined && !(openapi && isOpenApi(openapi) && openapi.contract)) {
    throw new TypeError(
      'The option "explorer" needs a contract: pass "openapi" (from openapi.gen.ts) or "contract" (from contract.gen.json) to createApi.',
    )
  }
}

/** Without its `if`, the page is open to everybody. */
const isOption = (option: unknown = false): boolean =>
  typeof option === 'object'
    ? Object.entries(option ?? { if: 0 }).every(([key, value]) =>
        key === 'if' ? typeof value === 'function' : key === 'path' || key === 'queries',
      )
    : typeof option === 'boolean'

function freeName(taken: readonly string[]): string {
  let name = 'api-explorer'
  while (taken.includes(name)) name += '-page'
  return name
}
