// Plain JavaScript that runs under Node 20. Makes a checkout ready to run: packages, Node 24, pages.
// --no-build for dev, --build builds in any case, --test also brings a browser.
import { alone } from './alone.mjs'
import { installBrowser, installTestPrograms } from './browser.mjs'
import { buildPages, writeContract } from './build.mjs'
import { linkNode } from './node24.mjs'
import { installPackages } from './packages.mjs'

const asked = name => process.argv.includes(name)

const installTools = () => {
  installBrowser()
  installTestPrograms()
}

try {
  await alone(() => {
    installPackages()
    linkNode()
    if (asked('--no-build')) writeContract()
    else buildPages({ always: asked('--build') })
    if (asked('--test')) installTools()
  })
} catch (error) {
  // A command that failed has said why itself.
  if (error.status === undefined) console.error(error.message)
  process.exitCode = error.status || 1
}
