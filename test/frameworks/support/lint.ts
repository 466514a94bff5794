import { ESLint } from 'eslint'
import tseslint from 'typescript-eslint'

/** The findings of typescript-eslint in a project, even in generated files, whose comments turn it off. */
export async function strictFindings(
  root: string,
  files: readonly string[],
  fix = false,
): Promise<readonly string[]> {
  const eslint = new ESLint({
    cwd: root,
    fix,
    overrideConfigFile: true,
    ignorePatterns: ['src/prisma/**'],
    overrideConfig: [
      ...tseslint.configs.strictTypeChecked,
      ...tseslint.configs.stylisticTypeChecked,
      {
        linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
        languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: root } },
      },
    ],
  })
  const results = await eslint.lintFiles([...files])
  if (fix) await ESLint.outputFixes(results)
  return results.flatMap(({ filePath, messages }) =>
    messages
      .filter(({ ruleId }) => ruleId !== null)
      .map(({ line, ruleId, message }) => `${filePath}:${line} ${ruleId}: ${message}`),
  )
}
