// Loaded before a program: at its end, it says how much memory the program had at most.
process.on('exit', () => {
  process.stderr.write(`most memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`)
})
