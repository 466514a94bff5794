import type { AnyServedOptions } from '../served-options.js'
import type { Capability } from '../capability.js'
import type { Incoming } from '../incoming.js'
import type { Explorer } from './explorer.js'
import { isSource } from '../openapi/openapi-document.js'

/** Whether an address belongs to the explorer, and the request may have it. */
export async function isForExplorer(
  path: string,
  incoming: Incoming,
  { path: place, permits }: Explorer,
): Promise<boolean> {
  return (path === place || path.startsWith(`${place}/`)) && (await permits(incoming.request)) === true
}

/** Whether a request of the page asks for its queries, and gets them. */
export async function asksForQueries(incoming: Incoming, { queries, permits }: Explorer): Promise<boolean> {
  return (
    queries && incoming.headers.get('x-explorer') === 'queries' && (await permits(incoming.request)) === true
  )
}

/** Throws for an option that is not an explorer, for a path that is taken, and if there is no contract to show. */
export function checkExplorer(options: AnyServedOptions, capabilities: readonly Capability[]): void {
  const { explorer, contract, openapi, registry } = options
  if (explorer === undefined || explorer === false) return
  if (typeof explorer !== 'object' || explorer === null || typeof explorer.file !== 'function') {
    throw new TypeError(
      'The option "explorer" must be the result of explorer() from @jsonapi-gen/explorer. Run npm install @jsonapi-gen/explorer, and write createApi({ explorer: explorer() }).',
    )
  }
  const [, first = ''] = explorer.path.split('/')
  const taken = [
    ...registry.keys(),
    ...capabilities.flatMap(({ address }) => address?.path.slice(1) ?? []),
    ...(openapi ? ['openapi.json'] : []),
  ]
  if (taken.includes(first)) {
    const what = registry.has(first) ? `the resource of the type "${first}"` : `"/${first}"`
    throw new Error(
      `The explorer and ${what} would have the same path. Move the explorer: explorer({ path: '/${freeName(taken)}' }).`,
    )
  }
  if (contract === undefined && !(openapi && isSource(openapi) && openapi.contract)) {
    throw new TypeError(
      'The option "explorer" needs a contract: pass "openapi" (from openapi.gen.ts) or "contract" (from contract.gen.json) to createApi.',
    )
  }
}

function freeName(taken: readonly string[]): string {
  let name = 'api-explorer'
  while (taken.includes(name)) name += '-page'
  return name
}
