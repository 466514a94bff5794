// oxlint-disable-next-line import/no-unassigned-import -- the build takes its styles from here
import './style.css'
// The theme with fonts brings 400 kB of them; the fonts of the reader's system need no request.
import theme from 'vitepress/theme-without-fonts'

export default theme
