import ts from 'typescript'
import { at } from '../../../scripts/lib/paths.js'

/**
 * The language service that an editor uses for a file with this text, in the project of the tests. The file
 * does not exist on disk.
 */
export function editorOf(file: string, text: string): ts.LanguageService {
  return editedAs(file, text).service
}

/**
 * The language service for a file whose text changes. The compiler keeps the other files that it has read.
 */
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
