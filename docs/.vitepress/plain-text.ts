import type { MarkdownRenderer } from 'vitepress'

/** Keeps double braces as text: in Vue's templates, they would be an expression. Code blocks are not affected. */
export function usePlainText({ renderer: { rules } }: MarkdownRenderer): void {
  for (const kind of ['text', 'code_inline'] as const) {
    const render = rules[kind]
    if (!render) throw new Error(`Markdown is rendered without a rule of ${kind}.`)
    rules[kind] = (...given) => render(...given).replaceAll('{{', '&#123;&#123;')
  }
}
