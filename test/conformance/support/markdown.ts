import type { Chapter, Clause } from './clause.js'

const HEAD = `# Conformance

What JSON:API 1.1, Atomic Operations and Cursor Pagination require of a server, in our own words. \`test/conformance\` has the same table as data, with requests over HTTP to Express, Fastify, Hono and a fetch handler. \`npx vitest run test/conformance -u\` writes this page.

| result | meaning |
|---|---|
| shown | requests show it, and whole responses are compared |
| always | every response to all these requests is checked |
| departs | the API does something else, listed below |
| no request | it is about clients or authors, or about responses that the API never sends |
`

/** The table as docs/conformance.md has it. */
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
    '`createApi({ strict: true })` refuses some of them.',
    '',
    '| sentence | what the API does | why | in strict mode |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function tableOf({ title, clauses }: Chapter): string {
  const rows = clauses.map((clause) => {
    const { id, section, level, says } = clause
    const result = 'notShown' in clause ? `no request: ${clause.notShown}` : resultOf(clause)
    return `| \`${id}\` | ${section} | ${level} | ${says} | ${result} |`
  })
  return [
    `## ${title}`,
    '',
    '| | section | level | sentence | result |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

function resultOf(clause: Clause): string {
  if ('notShown' in clause) return 'no request'
  if ('everywhere' in clause) return 'always'
  return clause.departs ? 'departs' : 'shown'
}
