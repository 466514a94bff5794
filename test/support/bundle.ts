import { build } from 'vite'
import { at } from '../../scripts/lib/paths.js'

/** Writes modules that Node can run from the modules of tests: `worker.mjs` for the name `worker`. */
export async function bundle(outDir: string, input: Readonly<Record<string, string>>): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'silent',
    root: at('.'),
    resolve: {
      alias: [
        {
          find: /^@jsonapi-gen\/runtime\/(v1|adapter|prisma|sql|null|express|node)$/,
          replacement: at('runtime/src/$1.ts'),
        },
        { find: /^@jsonapi-gen\/runtime$/, replacement: at('runtime/src/index.ts') },
        { find: /^@jsonapi-gen\/kysely$/, replacement: at('kysely/src/index.ts') },
      ],
    },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      target: 'node20',
      rollupOptions: {
        input: { ...input },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
      },
    },
  })
}
