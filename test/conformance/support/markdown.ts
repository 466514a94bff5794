import type { Chapter, Clause } from './clause.js'

const HEAD = `# Conformance

These are the server requirements of JSON:API 1.1, Atomic Operations and Cursor Pagination, in our own words. \`test/conformance\` tests them over HTTP with Express, Fastify, Hono and a fetch handler. \`npx vitest run test/conformance -u\` writes this page. Italics mark the start of a section of the standard.

| result | meaning |
|---|---|
| shown, or an empty cell | requests demonstrate it, and their whole responses are compared |
| always | every response to any of these requests is checked |
| departs | the API behaves differently, as listed below |
| no request | it concerns clients or authors, or responses that the API never sends |
`

/** The table as it appears in docs/conformance.md. */
export function markdown(chapters: readonly Chapter[]): string {
  return [HEAD, counts(chapters), departures(chapters), ...chapters.map((each) => tableOf(each))].join('\n')
}

function counts(chapters: readonly Chapter[]): string {
  const clauses = chapters.flatMap((chapter) => chapter.clauses)
  const results = ['shown', 'always', 'departs', 'no request']
  const rows = (['MUST', 'SHOULD', 'MAY'] as const).map((level) => {
    const of = clauses.filter((clause) => clause.level.startsWith(level))
    const cells = results.map((result) => of.filter((clause) => resultOf(clause) === result).length)
    return `| ${level === 'MAY' ? level : `${level}, ${level} NOT`} | ${cells.join(' | ')} |`
  })
  return [`| | ${results.join(' | ')} |`, '|---|---|---|---|---|', ...rows, ''].join('\n')
}

function departures(chapters: readonly Chapter[]): string {
  const rows = chapters.flatMap(({ clauses }) =>
    clauses.flatMap((clause) => {
      if (!('departs' in clause) || !clause.departs) return []
      const { how, why, strict } = clause.departs
      return [`| \`${clause.id}\` | ${how} | ${why} | ${strict} |`]
    }),
  )
  return [
    '## Departures',
    '',
    '`createApi({ strict: true })` rejects some of these requests.',
    '',
    '| sentence | what the API does | reason | in strict mode |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function tableOf({ title, clauses }: Chapter): string {
  const rows = clauses.map((clause, index) => {
    const { id, section, level, says } = clause
    const begins = section === clauses[index - 1]?.section ? '' : `*${section}:* `
    return `| \`${id}\` | ${level} | ${begins}${says} |${shownAs(clause)} |`
  })
  return [`## ${title}`, '', '| | level | sentence | result |', '|---|---|---|---|', ...rows, ''].join('\n')
}

/** The last cell of a row, which is empty if the result is the usual one. */
function shownAs(clause: Clause): string {
  if ('notShown' in clause) return ` no request: ${clause.notShown}`
  const result = resultOf(clause)
  return result === 'shown' ? '' : ` ${result}`
}

function resultOf(clause: Clause): string {
  if ('notShown' in clause) return 'no request'
  if ('everywhere' in clause) return 'always'
  return clause.departs ? 'departs' : 'shown'
}
