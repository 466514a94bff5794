/** The module with the texts of the page's files, which `npm run build` writes: `#page` in package.json. */
declare module '#page' {
  export const texts: Readonly<Record<'index.html' | 'page.css' | 'page.js', string>>
}
