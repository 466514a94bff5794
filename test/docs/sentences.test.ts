import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PAGES } from './pages.js'

const LONGEST = 30
describe('docs/sentences', () => {
  test('the check counts a sentence that spans several lines, and ignores code, links and tables', () => {
    expect(
      sentencesOf(
        '# A title\n\n| a | b. |\n\nOne `a. b`\nand [two](x.md). Three.\n- four\n\n```ts\nx. y.\n```',
      ),
    ).toEqual(['A title', 'One Code and two.', 'Three.', 'four'])
  })

  test.each(PAGES)(`%s has no sentence of more than ${LONGEST} words`, (path) => {
    const long = sentencesOf(readFileSync(path, 'utf8')).filter((sentence) => wordsOf(sentence) > LONGEST)
    expect(long).toEqual([])
  })
})

/** The sentences in Markdown text, without its tables and code blocks. */
function sentencesOf(markdown: string): string[] {
  return markdown
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/^\s*\|.*$/gm, '')
    .replaceAll(/^\s*(?:[-*]|\d+\.|#+)\s+/gm, '\n\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/`[^`]*`/g, 'Code').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    .flatMap((paragraph) =>
      paragraph
        .replaceAll(/\s+/g, ' ')
        .trim()
        .split(/(?<=[.!?]['")*]*)\s+/),
    )
    .filter((sentence) => sentence !== '')
}

function wordsOf(sentence: string): number {
  return sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
