import { join, relative } from 'node:path'
import { isModuleThere } from '../pipeline/modules.js'
import { isPackageThere, packageName } from '../pipeline/package-there.js'
import { commandToAdd, type Workspace, type WorkspacePackage } from '../workspace/workspace.js'
import { isAlias } from '../typescript/paths.js'
import { type ClientPackage, clientPackageOf } from './client-package.js'

/** The module that a project imports another package's Prisma Client from, or the reason why it cannot. */
export type SharedClient =
  | { readonly ok: true; readonly client: ClientPackage; readonly steps: readonly string[] }
  /** `why` also says how to fix this. */
  | { readonly ok: false; readonly why: string }

/**
 * Finds the package that shares the Prisma Client of a Prisma schema in another package. Undefined if the client is
 * generated into the project itself, or into `node_modules`.
 *
 * @param generated the generated client: an absolute path without an extension, or the name of a package
 */
export async function sharedClient(
  project: string,
  generated: string,
  { packages, manager }: Workspace,
): Promise<SharedClient | undefined> {
  const client = await clientPackageOf(generated, packages, project)
  const isFile = generated.startsWith('/') || /^[a-z]:/i.test(generated)
  const owner = isFile ? ownerOf(generated, packages) : undefined
  if (!client) {
    return owner && owner.folder !== project
      ? { ok: false, why: unexported(project, generated, owner) }
      : undefined
  }
  const name = packageName(client.module) ?? client.module
  if (!(await isPackageThere(name, project)) && !isAlias(client.module, project)) {
    const why = `${name} exports the Prisma Client, but this project cannot import it. Run ${commandToAdd(name, manager)}, and run npx jsonapi-gen init again.`
    return { ok: false, why }
  }
  return { ok: true, client, steps: await buildSteps(project, client, { generated, owner }) }
}

/** The commands after which the package can be imported. */
async function buildSteps(
  project: string,
  { module, isMissing }: ClientPackage,
  { generated, owner }: { readonly generated: string; readonly owner: WorkspacePackage | undefined },
): Promise<readonly string[]> {
  const place = owner && wayTo(project, owner.folder)
  const isGenerated = owner === undefined || (await isModuleThere(generated))
  return [
    ...(isGenerated || place === undefined ? [] : [`(cd ${place} && npx prisma@7 generate)`]),
    ...(isMissing ? [`build ${module}: the file that it exports does not exist yet`] : []),
  ]
}

/** The message if the package with the generated client does not export it. */
function unexported(project: string, generated: string, { folder, name }: WorkspacePackage): string {
  const place = wayTo(project, folder)
  const way = relative(join(folder, 'src'), generated).replaceAll('\\', '/')
  const line = `export * from '${way.startsWith('.') ? way : `./${way}`}.js';`
  const shown = name ?? place
  return `${shown} contains the Prisma Client, but does not export it to other packages. Write ${line} into ${place}/src/index.ts, name that file (or the file that it is compiled to) in "exports" of ${place}/package.json, and run npx jsonapi-gen init again.`
}

function ownerOf(path: string, packages: readonly WorkspacePackage[]): WorkspacePackage | undefined {
  const around = packages.filter(({ folder }) => path.startsWith(`${folder}/`))
  return around.toSorted((a, b) => b.folder.length - a.folder.length)[0]
}

const wayTo = (project: string, folder: string): string => relative(project, folder).replaceAll('\\', '/')
