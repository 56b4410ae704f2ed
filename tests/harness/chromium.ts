import type { LaunchOptions } from 'playwright-core'
import { reportAbsence } from './absence.ts'
import { dataRoot, memoryRoot } from './data-root.ts'
import { isExecutable, onPath } from './programs.ts'

/**
 * Our own arguments: those of @sparticuz/chromium contain --single-process (closing a context would end the browser)
 * and --disable-web-security (checks of origins would prove nothing).
 */
const args = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  '--disable-quic',
  // Pages share memory by files, which shall not be written to a disk.
  ...(dataRoot === memoryRoot ? [] : ['--disable-dev-shm-usage']),
]

/**
 * Names of the system's Chromium. The headless shell is Chromium without a user interface of its own, which the others
 * start for each window though nobody sees it: a fifth of the processor time of a journey. It shows no notifications.
 */
const shell = 'chromium-headless-shell'
const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'] as const

const onMac = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Launch options for playwright-core's `chromium.launch`: `CHROMIUM_PATH`, else the system's Chromium or Chrome, else
 * the one of @sparticuz/chromium. Where there is none it says so and answers undefined, and in CI it fails.
 * @param options `isWhole`: one that shows notifications
 */
export async function chromiumForTests({ isWhole = false } = {}): Promise<LaunchOptions | undefined> {
  const executablePath =
    process.env['CHROMIUM_PATH'] ||
    onPath(...(isWhole ? whole : [shell, ...whole])) ||
    (isExecutable(onMac) ? onMac : await packaged())
  if (executablePath) return { executablePath, args, headless: true }
  reportAbsence(
    'tests in a browser',
    'CHROMIUM_PATH is not set, no Chromium or Chrome is on the PATH and none comes with the packages for this machine',
  )
  return undefined
}

async function packaged(): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath().catch(() => undefined)
}
