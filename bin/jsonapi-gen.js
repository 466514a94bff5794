#!/usr/bin/env node
// What is imported below may not even load in an old Node, so its version is looked at first.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `This needs Node 20.19 or newer, and runs on ${process.versions.node}. Install one from https://nodejs.org, and run it again. Nothing was written.\n`,
  )
  process.exitCode = 2
} else {
  const { main } = await import('../dist/cli/main.js')
  await main()
}
