// Loaded before a program. When the program ends, this prints the maximum memory that it used.
process.on('exit', () => {
  process.stderr.write(`most memory: ${Math.round(process.resourceUsage().maxRSS / 1024)} MB\n`)
})
