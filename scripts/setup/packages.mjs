// Plain JavaScript that runs under Node 20. Installs the packages that the lock file names, if they aren't there.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './node24.mjs'

const packagesOf = file => JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages

function isInstalled() {
  let installed
  try {
    installed = packagesOf('node_modules/.package-lock.json')
  } catch {
    return false // npm writes it when it is done
  }
  return Object.entries(packagesOf('package-lock.json')).every(
    ([at, { version, optional, devOptional, link }]) =>
      at === '' || optional || devOptional || link || installed[at]?.version === version,
  )
}

export function installPackages() {
  if (isInstalled()) return
  console.log('Installing packages')
  // Without --include=dev an installation with NODE_ENV=production lacks what builds the pages.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  execFileSync(command, [...first, ...args], { cwd: root, stdio: 'inherit' })
}
