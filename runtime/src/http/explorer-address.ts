import type { AnyApiOptions } from './api-options.js'
import type { ExplorerOptions } from './explorer-options.js'
import { isOpenApi } from './openapi-document.js'

/** The explorer of an API; undefined if it has none. */
export function explorerOf({ explorer }: AnyApiOptions): ExplorerOptions | undefined {
  if (explorer === undefined || explorer === false) return undefined
  return explorer === true ? {} : explorer
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

/**
 * Throws an Error if the explorer has the address of something else, and a TypeError if its path is none, or if there is
 * no contract to show.
 */
export function checkExplorer(options: AnyApiOptions): void {
  const explorer = explorerOf(options)
  if (!explorer) return
  const path = pathOfExplorer(explorer)
  if (!/^(?:\/[\w~-][\w.~-]*)+$/.test(path)) {
    throw new TypeError(
      `The option "explorer" has the path ${JSON.stringify(path)}: a path is written as '/explorer', without a slash at its end.`,
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
      `The explorer and ${what} would have one address. Move the explorer: explorer: { path: '/${freeName(taken)}' }.`,
    )
  }
  if (contract === undefined && !(openapi && isOpenApi(openapi) && openapi.contract)) {
    throw new TypeError(
      'The option "explorer" shows the contract, and there is none: give createApi the "openapi" of openapi.gen.ts, or the "contract" of contract.gen.json.',
    )
  }
}

function freeName(taken: readonly string[]): string {
  let name = 'api-explorer'
  while (taken.includes(name)) name = `${name}-page`
  return name
}
