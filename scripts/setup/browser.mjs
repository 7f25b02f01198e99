// Plain JavaScript that runs under Node 20. The browser that the journeys of the tests run in.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

// Without tabs, menus and their renderers the journeys take a third less time than in the whole browser.
const SHELL = 'chromium-headless-shell'
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Path of the browser: CHROMIUM if set, else the first one installed, else undefined. */
export function findBrowser() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin']
  return names.flatMap(name => folders.map(folder => path.join(folder, name))).find(file => existsSync(file))
}

function apt(...args) {
  const root = process.getuid?.() === 0
  execFileSync(root ? 'apt-get' : 'sudo', [...(root ? [] : ['-n', 'apt-get']), ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

export function installBrowser() {
  const found = findBrowser()
  if (process.env.CHROMIUM || found?.endsWith(SHELL)) return
  console.log('Installing Chromium for the tests')
  try {
    apt('update', '-qq')
    apt('install', '-y', '-qq', '--no-install-recommends', SHELL, 'fonts-liberation')
  } catch {
    // Ubuntu has no such package; any browser that is there already serves.
    if (found) return
    try {
      apt('install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation')
    } catch {
      console.error(
        "The tests in a browser can't run: Chromium is missing and could not be installed with apt-get. Install it, or set CHROMIUM to a browser.",
      )
    }
  }
}

/** What tests ask besides a browser: zbarimg reads their QR codes, ffmpeg makes films that browsers don't play. */
export function installTestPrograms() {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin']
  for (const [program, name] of [
    ['zbarimg', 'zbar-tools'],
    ['ffmpeg', 'ffmpeg'],
  ]) {
    if (folders.some(folder => existsSync(path.join(folder, program)))) continue
    console.log(`Installing ${name} for the tests`)
    try {
      apt('update', '-qq')
      apt('install', '-y', '-qq', '--no-install-recommends', name)
    } catch {
      console.error(`Some tests can't run: ${program} is missing and could not be installed. Install ${name}.`)
    }
  }
}
