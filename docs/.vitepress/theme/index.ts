// oxlint-disable-next-line import/no-unassigned-import -- the build takes its styles from here
import './style.css'
// The default theme contains 400 kB of fonts; the system's fonts need no request.
import theme from 'vitepress/theme-without-fonts'

export default theme
