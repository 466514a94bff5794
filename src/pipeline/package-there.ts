import { dirname, join } from 'node:path'
import { isThere } from '../file/is-there.js'

/** The name of the package of a module: `@acme/db` for `@acme/db/client`. Undefined for a path or an alias. */
export function packageName(module: string): string | undefined {
  return /^(?:@[\w.-]+\/)?[a-z\d][\w.-]*(?=\/|$)/i.exec(module)?.[0]
}

/** Whether a schema names a module as a package or an alias: any other name with a slash or a dot is a path. */
export function isNamedAsPackage(module: string): boolean {
  return /^[@#~]/.test(module) || !/[/\\.]/.test(module)
}

/** Whether a project can import a package: whether it is in the `node_modules` of a folder at or above it. */
export async function isPackageThere(name: string, project: string): Promise<boolean> {
  return (await upwards(project, `node_modules/${name}`)) !== undefined
}

/** The nearest path with that name in a folder, or in a folder above it. */
export async function upwards(folder: string, path: string): Promise<string | undefined> {
  const candidate = join(folder, path)
  if (await isThere(candidate)) return candidate
  const parent = dirname(folder)
  return parent === folder ? undefined : upwards(parent, path)
}
