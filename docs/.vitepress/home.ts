import type { MarkdownRenderer } from 'vitepress'

/** On the home page, shows a paragraph of links as buttons, and a picture in the colors of the site. */
export function useHome(md: MarkdownRenderer): void {
  md.core.ruler.push('home', ({ tokens, env, Token }) => {
    if ((env as { readonly relativePath?: string }).relativePath !== 'index.md') return
    for (const [index, { content, children }] of tokens.entries()) {
      if (/^(?:\[[^\]]+\]\([^)]+\) ?){2,}$/.test(content)) tokens[index - 1]?.attrJoin('class', 'buttons')
      const picture = children?.find(({ type }) => type === 'image')
      if (!picture) continue
      const [light, dark] = ['light', 'dark'].map((colours) => {
        const image = Object.assign(new Token('image', 'img', 0), {
          ...picture,
          attrs: [...(picture.attrs ?? [])],
        })
        image.attrSet('src', `./${picture.attrGet('src')?.replace('light', colours)}`)
        image.attrSet('class', `in-${colours}`)
        return image
      })
      if (children && light && dark) children.splice(children.indexOf(picture), 1, light, dark)
    }
  })
}
