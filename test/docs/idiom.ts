/** Phrases that a native speaker would not use, and better ones. */
export const IDIOMS: readonly { readonly found: RegExp; readonly write: string }[] = [
  { found: /\b(?:is|are) an? [1-5]\d\d\b/g, write: 'returns 404' },
  { found: /\bthe answer is\b/gi, write: 'the response is' },
  { found: /\bin place of\b/gi, write: 'instead of' },
  { found: /\bmends?\b/gi, write: 'fix' },
  { found: /\bcan not\b/gi, write: 'cannot' },
  { found: /\bcan't\b/gi, write: 'cannot' },
  { found: /\bhas to (?!do\b)/g, write: 'must' },
  { found: /\b(?:tells? of|says? nothing of)\b/gi, write: 'mentions, reports, does not mention' },
  { found: /\bstands? (?:at|in)\b/gi, write: 'is in' },
  { found: /\bfor who\b/gi, write: 'for users who' },
  { found: /\bnot any more\b|\bany more\b(?! than)/gi, write: 'no longer' },
  { found: /\bfor ever\b/gi, write: 'forever' },
  { found: /\bbroke off\b/gi, write: 'is incomplete' },
  { found: /\bare no (?:texts|lists|names)\b/gi, write: 'are not' },
  { found: /\b(?:may|can) leave it out\b/gi, write: 'may omit it' },
  { found: /\bexclude each other\b/gi, write: 'are mutually exclusive' },
  { found: /\bin a file \.[a-z]+\b/g, write: 'in a .env file' },
  { found: /\b(?:in|out)side of\b/gi, write: 'inside, outside' },
  { found: /\bmay (?:now )?be gone\b/gi, write: 'may be removed' },
  { found: /\bby a query of (?:its|their) own\b/gi, write: 'with a separate query' },
]

/** Phrases that are checked only in comments, because messages still contain some of them. */
export const IDIOMS_OF_COMMENTS: typeof IDIOMS = [
  { found: /\bwhoever\b/gi, write: 'a noun, such as the caller' },
  { found: /\ban answer\b|\banswers of\b/gi, write: 'response, result' },
  { found: /\bgoes by\b/gi, write: 'uses' },
  { found: /\banything else than\b|\banother \w+ than\b/gi, write: 'different from' },
  { found: /\bin the words of\b/gi, write: 'by the names of' },
  { found: /\blead(?:s)? to (?:no|any number of|at most)\b/gi, write: 'may be null, is to-many' },
  { found: /\bresource's own beside\b|\bbeside the five\b/gi, write: 'own actions' },
  { found: /\bwithout a word\b/gi, write: 'silently' },
  { found: /\bsomebody\b/gi, write: 'a user, a client' },
  { found: /\bof ours\b/gi, write: 'a noun, such as a generated file' },
  { found: /\bwhat is wrong\b/gi, write: 'the fault' },
  { found: /^What (?!is\b.*\?$)\w+ /g, write: 'a noun as the subject' },
  { found: /\bat once\b/gi, write: 'immediately, together' },
  { found: /\b(?:ask|answer)ed alike\b/gi, write: 'returned the same results' },
  { found: /\bactions? of (?:your|(?:a|the) resource's|its) own\b/gi, write: 'a custom action' },
  { found: /\b(?:says?|said|known?|knows?) of\b/gi, write: 'says about, knows about' },
]

/** Editors show docstrings to readers who do not have our list of rules. */
export const NUMBERS: typeof IDIOMS = [
  {
    found: /\brules? \d+(?:\.\d+)?\b|\bspecification \d|\bchapter \d+/gi,
    write: 'nothing: a reader of a hover cannot look them up',
  },
]

export function faultsIn(path: string, text: string, idioms = IDIOMS): readonly string[] {
  return idioms.flatMap(({ found, write }) =>
    [...text.matchAll(found)].map(
      ([said]) => `${path}: ${JSON.stringify(said)}: write ${JSON.stringify(write)}`,
    ),
  )
}

/** A comment as one line, without comment markers and code blocks. */
export const proseOf = (comment: string): string =>
  comment
    .replaceAll(/^ *\* ```[^]*?^ *\* ```$/gm, '')
    .replaceAll(/^\/\*\*? ?|\s*\*\/$/g, '')
    .replaceAll(/^\s*(?:\*|\/\/) ?/gm, '')
    .replaceAll(/\s+/g, ' ')
