import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'

/**
 * The findings of typescript-eslint in a project, even in generated files, whose comments turn it off.
 *
 * @param config the tsconfig.json that includes the files, if the nearest one includes many others, which take time
 */
export async function strictFindings(
  root: string,
  files: readonly string[],
  config?: string,
): Promise<readonly string[]> {
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    ignorePatterns: ['src/prisma/**'],
    overrideConfig: [
      ...tseslint.configs.strictTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
      {
        linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
        languageOptions: {
          parserOptions: {
            ...(config === undefined ? { projectService: true } : { project: config }),
            tsconfigRootDir: root,
          },
        },
      },
    ],
  })
  const results = await eslint.lintFiles([...files])
  return results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ ruleId }) => ruleId !== null)
      .map(({ line, ruleId, message }) => `${filePath}:${line} ${ruleId}: ${message}`),
  )
}
