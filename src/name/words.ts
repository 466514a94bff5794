// A word is a run of capitals before a capitalized word, a capitalized or lower-case word, or a number.
const WORD = /\p{Lu}+(?=\p{Lu}[\p{Ll}\p{M}])|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}]+|\p{Lu}+[\p{N}]*/gu

/** The words of a name in any of the usual spellings: `blogPosts`, `blog-posts` and `blog_posts` are two words. */
export function wordsOf(name: string): readonly string[] {
  return name.match(WORD) ?? []
}

/** Converts `blog-posts` to `BlogPosts`, for classes and types. */
export function pascalCase(name: string): string {
  return wordsOf(name)
    .map((word) => capitalised(word))
    .join('')
}

/** Converts `blog-posts` to `blogPosts`, for variables and methods. */
export function camelCase(name: string): string {
  const [first = '', ...rest] = wordsOf(name)
  return [first.toLowerCase(), ...rest.map((word) => capitalised(word))].join('')
}

/** Converts `blogPosts` to `blog-posts`, for file names. */
export function kebabCase(name: string): string {
  return wordsOf(name)
    .map((word) => word.toLowerCase())
    .join('-')
}

function capitalised(word: string): string {
  const [first = '', ...rest] = word
  return first.toUpperCase() + rest.join('')
}
