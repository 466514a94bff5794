import ts from 'typescript'
import { at } from '../../../scripts/lib/paths.js'

/** What an editor asks of a file with this text: the language service of the project of the tests. The file is not on the disk. */
export function editorOf(file: string, text: string): ts.LanguageService {
  return editedAs(file, text).service
}

/** The same for a file whose text changes. The compiler keeps what it has read from other files. */
export function editedAs(
  file: string,
  text: string,
): { readonly service: ts.LanguageService; write(text: string): void } {
  const state = { text, version: 1 }
  return {
    service: ts.createLanguageService(hostOf(file, state)),
    write(next) {
      state.text = next
      state.version += 1
    },
  }
}

function hostOf(
  file: string,
  state: { readonly text: string; readonly version: number },
): ts.LanguageServiceHost {
  const { config } = ts.readConfigFile(at('test/tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, at('test'))
  const readFile = (path: string): string | undefined => (path === file ? state.text : ts.sys.readFile(path))
  return {
    getCompilationSettings: () => options,
    getCurrentDirectory: () => at(''),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: (path) => (path === file ? String(state.version) : '1'),
    getScriptSnapshot(path) {
      const found = readFile(path)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile,
  }
}
