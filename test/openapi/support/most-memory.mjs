// This module is loaded before a program. When the program ends, it prints the maximum memory that the program used.
process.on('exit', () => {
  process.stderr.write(`most memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`)
})
