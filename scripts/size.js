// Prints the size of the runtime: its lines of code, the bytes that a server of the blog loads, and the packed
// packages. Blank lines, comments and docstrings are not counted. With the argument `requests`, prints how much of the
// runtime single requests run.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { at } from './lib/paths.js'
import { run } from './lib/run.js'

if (process.argv.includes('requests')) {
  const { code } = await run(process.execPath, [at('scripts/bench.js'), 'requests'])
  process.exit(code ?? 1)
}

/**
 * Folders that are not part of the runtime's core: optional capabilities, the test suites for applications, and the
 * Prisma adapter.
 */
const BESIDE = ['capabilities', 'testing', 'openapi', 'prisma', 'sql']

const files = readdirSync(at('runtime/src'), { recursive: true })
  .map(String)
  .filter((name) => name.endsWith('.ts'))
const lines = new Map(files.map((name) => [name, codeLines(readFileSync(at(`runtime/src/${name}`), 'utf8'))]))

const isBeside = (/** @type {string} */ name) => BESIDE.includes(name.split('/')[0] ?? '')
const isOfWrites = (/** @type {string} */ name) => /^(?:write|prisma|controller)\//.test(name)

/** The files that create a Relation. */
const MADE = [
  'runtime/src/vocabulary/relation.ts',
  'runtime/src/resource/relations.ts',
  'src/schema/relations.ts',
]
const KINDS = new Set(
  'belongsTo hasMany hasOne hasAndBelongsToMany polymorphicBelongsTo polymorphicHasMany custom'.split(' '),
)
const EQUALITY = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken])
/** Functions, variables and fields that only describe a kind or a holder. */
const DERIVED = new Set(['isToMany', 'isToOne', 'isKeyed', 'holdsKey', 'writesMembers'])
/** Texts that name a kind in other words. */
const WORDS = new Set(['toOne', 'toMany'])
/** Filters, sorts and pages may also be custom, but that has nothing to do with relationships. */
const OTHERS = /\b(?:filter|condition|conditions|apply|sort|paginate|value\.value)\b/
table('Comparisons and cases of the kind of a relationship, outside of Relation', [
  kindsIn('runtime/src'),
  kindsIn('src'),
])

const build = await run('npm', ['run', '--silent', 'build'])
if (build.code !== 0) process.exit(build.code)

table('Lines of code of the runtime', [
  ['all of it', sum(() => true), `${files.length} files`],
  ['its core', sum((name) => !isBeside(name)), `without ${BESIDE.join(', ')}`],
  ['write + prisma + controller', sum(isOfWrites), ''],
])
const loaded = loadedWith(['index.js', 'v1.js', 'prisma.js', 'express.js'])
table('Bytes', [
  ['loaded by a server of the blog on Express', bytesOf(loaded), `${loaded.size} files`],
  pageOfExplorer(),
  ...['.', 'runtime', 'openapi', 'explorer', 'client', 'create'].map((folder) => packed(folder)),
])

/** @param {(name: string) => boolean} isCounted */
function sum(isCounted) {
  return [...lines].reduce((all, [name, count]) => (isCounted(name) ? all + count : all), 0)
}

/** The lines of a text that contain a token. @param {string} text */
function codeLines(text) {
  const source = ts.createSourceFile('of.ts', text, ts.ScriptTarget.Latest, true)
  /** @type {Set<number>} */
  const found = new Set()
  const visit = (/** @type {ts.Node} */ node) => {
    if (node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode) return
    const children = node.getChildren(source)
    if (children.length > 0) return children.forEach(visit)
    const from = source.getLineAndCharacterOfPosition(node.getStart(source)).line
    const to = source.getLineAndCharacterOfPosition(node.getEnd()).line
    if (node.getEnd() > node.getStart(source)) for (let line = from; line <= to; line++) found.add(line)
  }
  visit(source)
  return found.size
}

/**
 * Counts the comparisons with a kind or a holder, the switch cases for either, and the uses of names that are derived from
 * them.
 *
 * @param {string} folder
 * @returns {[string, number, string]}
 */
function kindsIn(folder) {
  const counts = readdirSync(at(folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.ts') && !MADE.includes(name))
    .map((name) => kindsOf(readFileSync(at(name), 'utf8')))
    .filter((count) => count > 0)
  return [folder, counts.reduce((all, count) => all + count, 0), `${counts.length} files`]
}

/** @param {ts.Node} node */
function isKind(node) {
  return ts.isStringLiteral(node) && KINDS.has(node.text)
}

/** @param {ts.Node} node */
function isHolder(node) {
  return /(?:^|\.)holder$/.test(node.getText())
}

/** @param {string} text */
function kindsOf(text) {
  const source = ts.createSourceFile('of.ts', text, ts.ScriptTarget.Latest, true)
  let count = 0
  const visit = (/** @type {ts.Node} */ node) => {
    const compared = comparedIn(node)
    const isOther = compared.some((each) => OTHERS.test(each.getText(source)))
    if (!isOther && compared.some((each) => isKind(each) || isHolder(each))) count++
    if (ts.isIdentifier(node) && DERIVED.has(node.text) && !isImported(node)) count++
    if (ts.isStringLiteralLike(node) && WORDS.has(node.text)) count++
    ts.forEachChild(node, visit)
  }
  visit(source)
  return count
}

/** @param {ts.Node} node */
function isImported({ parent }) {
  return ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)
}

/** The two sides of a comparison; for a case, its value and the value of its switch. @param {ts.Node} node */
function comparedIn(node) {
  if (ts.isBinaryExpression(node)) return EQUALITY.has(node.operatorToken.kind) ? [node.left, node.right] : []
  return ts.isCaseClause(node) ? [node.expression, node.parent.parent.expression] : []
}

/**
 * The files of the built runtime that the entries import statically, directly or indirectly.
 *
 * @param {readonly string[]} entries
 */
function loadedWith(entries) {
  const found = new Set(entries)
  for (const file of found) {
    const code = readFileSync(at(`runtime/dist/${file}`), 'utf8')
    for (const [, target = ''] of code.matchAll(/^(?:import|export) [^'"]*?(?:from )?'(\.[^']+)';$/gms)) {
      found.add(join(dirname(file), target))
    }
  }
  return found
}

/** @param {ReadonlySet<string>} of */
function bytesOf(of) {
  return [...of].reduce((all, file) => all + statSync(at(`runtime/dist/${file}`)).size, 0)
}

/** @returns {[string, number, string]} */
function pageOfExplorer() {
  const files = ['index.html', 'page.css', 'page.js'].map((name) =>
    readFileSync(at(`explorer/dist/page/${name}`)),
  )
  const bytes = files.reduce((all, file) => all + file.length, 0)
  return [
    'the page of the explorer, gzipped',
    files.reduce((all, file) => all + gzipSync(file).length, 0),
    `${bytes} uncompressed`,
  ]
}

/** @param {string} folder @returns {[string, number, string]} */
function packed(folder) {
  const text = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: at(folder),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ name, size, unpackedSize }] = JSON.parse(text)
  return [`${name}, packed`, size, `${unpackedSize} unpacked`]
}

/** @param {string} title @param {readonly (readonly [string, number, string])[]} rows */
function table(title, rows) {
  const width = Math.max(...rows.map(([name]) => name.length))
  console.log(`\n${title}`)
  for (const [name, count, note] of rows) {
    console.log(`${name.padEnd(width)}  ${String(count).padStart(9)}  ${note}`)
  }
}
