// This module is loaded before a program, and prints the maximum memory that the program used when it ends.
process.on('exit', () => {
  process.stderr.write(`most memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`)
})
