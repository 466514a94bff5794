import type { Chapter, Clause } from './clause.js'

const HEAD = `# Conformance

What JSON:API 1.1, its extension Atomic Operations and its profile Cursor Pagination ask of a server, sentence by sentence, in our own words. \`test/conformance\` holds the same table as data, with the requests that show it. They run over HTTP with Express, Fastify, Hono and a plain fetch handler. \`npx vitest run test/conformance -u\` writes this page anew.

| result | meaning |
|---|---|
| shown | requests show it, and whole answers are compared |
| every answer | it holds for every answer of all these requests |
| departs | the API does something else, as the list below says |
| no request | it binds clients or authors, or it is about what the API never answers |
`

/** The table as docs/conformance.md has it. */
export function markdown(chapters: readonly Chapter[]): string {
  return [HEAD, counts(chapters), departures(chapters), ...chapters.map((each) => tableOf(each))].join('\n')
}

function counts(chapters: readonly Chapter[]): string {
  const clauses = chapters.flatMap((chapter) => chapter.clauses)
  const results = ['shown', 'every answer', 'departs', 'no request']
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
  if ('everywhere' in clause) return 'every answer'
  return clause.departs ? 'departs' : 'shown'
}
