#!/usr/bin/env node
// The modules imported below may not load in an old Node, so its version is checked first.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `This requires Node 20.19 or newer, but runs on ${process.versions.node}. Install a newer version from https://nodejs.org, and run the command again. Nothing was written.\n`,
  )
  process.exitCode = 2
} else {
  const { main } = await import('../dist/cli/main.js')
  await main()
}
