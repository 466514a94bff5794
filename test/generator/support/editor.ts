import ts from 'typescript'
import { at } from '../../../scripts/lib/paths.js'

/** What an editor asks of a file with this text: the language service of the project of the tests. The file is not on the disk. */
export function editorOf(file: string, text: string): ts.LanguageService {
  return ts.createLanguageService(hostOf(file, text))
}

function hostOf(file: string, text: string): ts.LanguageServiceHost {
  const { config } = ts.readConfigFile(at('test/tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, at('test'))
  const readFile = (path: string): string | undefined => (path === file ? text : ts.sys.readFile(path))
  return {
    getCompilationSettings: () => options,
    getCurrentDirectory: () => at(''),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot(path) {
      const found = readFile(path)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile,
  }
}
