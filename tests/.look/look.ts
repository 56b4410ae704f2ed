import { chromium } from 'playwright-core'
import { chromiumForTests } from '../harness/chromium.ts'
import { fillLogin } from '../e2e/fill-login.ts'
const [who = 'rafael', w = '1440', h = '900', scheme = 'light', ...steps] = process.argv.slice(2)
const browser = await chromium.launch((await chromiumForTests())!)
const context = await browser.newContext({ viewport: { width: +w, height: +h }, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', colorScheme: scheme as 'light', hasTouch: +w < 600, isMobile: +w < 600 })
const page = await context.newPage()
page.on('pageerror', (e) => console.log('PAGEERROR', e.message))
page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text()))
await page.goto('http://127.0.0.1:3000/')
await fillLogin(page, `${who}@recado.local`, "caderno-de-capa-verde")
await page.waitForFunction(() => !location.hash.includes('login') && location.hash.length > 2, null, { timeout: 30000 }); const go = (p: string) => page.goto('http://127.0.0.1:3000/#' + p)
const f = new Function('page', 'shot', 'go', `return (async () => { ${steps.join(' ')} })()`)
let n = 0
await f(page, async (name: string) => { await page.waitForTimeout(700); await page.screenshot({ path: `/tmp/desk-shots/${name}-${w}-${scheme}.png` }); n++ }, go).catch((e: Error) => console.log('ERR', e.message))
await browser.close()
